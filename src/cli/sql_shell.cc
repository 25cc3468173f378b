// SPDX-License-Identifier: Apache-2.0
#include "cli/sql_shell.h"

#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <string>
#include <thread>
#include <vector>

#include "cli/output.h"
#include "cli/terminal.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

constexpr const char* kHelp =
    "Statements end with ;\n"
    "  SHOW TABLES;  DESCRIBE t;  SELECT * FROM t LIMIT 10;  SELECT * FROM hudi.`/path`;\n"
    "  .help          this text\n"
    "  .tables        tables and views of the present database\n"
    "  .format F      table, json or csv\n"
    "  .timing on|off\n"
    "  .quit          or Ctrl-D\n"
    "Ctrl-C stops a statement that runs, and throws away one that is being typed.\n";

constexpr const char* kKeywords[] = {"SELECT",
                                     "FROM",
                                     "WHERE",
                                     "GROUP BY",
                                     "ORDER BY",
                                     "LIMIT",
                                     "INSERT INTO",
                                     "INSERT OVERWRITE",
                                     "VALUES",
                                     "UPDATE",
                                     "SET",
                                     "DELETE FROM",
                                     "MERGE INTO",
                                     "USING",
                                     "WHEN MATCHED THEN",
                                     "WHEN NOT MATCHED THEN",
                                     "CREATE TABLE",
                                     "CREATE OR REPLACE TEMP VIEW",
                                     "DROP TABLE",
                                     "TRUNCATE TABLE",
                                     "ALTER TABLE",
                                     "SHOW TABLES",
                                     "SHOW PARTITIONS",
                                     "SHOW CREATE TABLE",
                                     "DESCRIBE",
                                     "USE",
                                     "CALL",
                                     "EXPLAIN",
                                     "VERSION AS OF",
                                     "TIMESTAMP AS OF",
                                     "PARTITIONED BY",
                                     "TBLPROPERTIES",
                                     "LOCATION"};

std::atomic<bool> interrupted{false};
void OnInterrupt(int) { interrupted = true; }

// What is typed is UTF-8 unless the environment says otherwise.
void SetLocaleOfInput() {
  if (std::setlocale(LC_CTYPE, "") == nullptr || MB_CUR_MAX == 1) {
    std::setlocale(LC_CTYPE, "C.UTF-8");
  }
}

std::string HistoryPath() {
  const char* home = std::getenv("HOME");
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state != '\0') return std::string(state) + "/hudi_sql_history";
  return home == nullptr ? "" : std::string(home) + "/.hudi_sql_history";
}

bool SamePrefix(std::string_view prefix, std::string_view word) {
  return prefix.size() <= word.size() &&
         std::equal(prefix.begin(), prefix.end(), word.begin(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) ==
                  std::tolower(static_cast<unsigned char>(b));
         });
}

/// The line editor with its history.
class LineEditor {
 public:
  explicit LineEditor(sql::Session& session) : session_(session) {
    history_ = history_init();
    HistEvent event;
    history(history_, &event, H_SETSIZE, 1000);
    history(history_, &event, H_SETUNIQUE, 1);
    path_ = HistoryPath();
    if (!path_.empty()) history(history_, &event, H_LOAD, path_.c_str());
    editor_ = el_init("hudi", stdin, stdout, stderr);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &LineEditor::Prompt);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_SIGNAL, 0);
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_ADDFN, "hudi-complete", "Complete", &LineEditor::Complete);
    el_set(editor_, EL_BIND, "^I", "hudi-complete", nullptr);
    el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    el_set(editor_, EL_GETCFN, &LineEditor::ReadCharacter);
    el_source(editor_, nullptr);
  }
  ~LineEditor() {
    el_end(editor_);
    history_end(history_);
  }
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// False at the end of input. A line that Ctrl-C ends is empty, and `interrupted` is set.
  bool Read(bool continues, std::string* line) {
    continues_ = continues;
    typed_ahead_ = true;
    line->clear();
    int count = 0;
    const char* text = el_gets(editor_, &count);
    if (interrupted) return true;
    if (text == nullptr || count <= 0) return false;
    line->assign(text, static_cast<size_t>(count));
    return true;
  }

  void Remember(const std::string& statement) {
    HistEvent event;
    history(history_, &event, H_ENTER, statement.c_str());
    if (!path_.empty()) history(history_, &event, H_SAVE, path_.c_str());
  }

 private:
  static char* Prompt(EditLine* editor) {
    LineEditor* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    static char first[] = "hudi> ";
    static char next[] = "   -> ";
    return self != nullptr && self->continues_ ? next : first;
  }

  // As libedit's own, but for a Ctrl-D that was typed before the editor took the terminal over:
  // that comes as a zero byte, which libedit takes for another key.
  static int ReadCharacter(EditLine* editor, wchar_t* character) {
    LineEditor* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    constexpr char kEndOfInput = '\4';
    *character = L'\0';
    std::mbstate_t state = {};
    while (true) {
      pollfd input = {STDIN_FILENO, POLLIN, 0};
      if (self->typed_ahead_ && poll(&input, 1, 0) == 0) self->typed_ahead_ = false;
      char byte = 0;
      ssize_t num_read = read(STDIN_FILENO, &byte, 1);
      if (num_read <= 0) return static_cast<int>(num_read);
      if (byte == '\0' && self->typed_ahead_) byte = kEndOfInput;
      size_t size = std::mbrtowc(character, &byte, 1, &state);
      if (size <= 1) return 1;
      if (size == static_cast<size_t>(-1)) state = {};  // no text: left out
    }
  }

  static unsigned char Complete(EditLine* editor, int) {
    LineEditor* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    const LineInfo* line = el_line(editor);
    const char* begin = line->cursor;
    while (begin > line->buffer && (std::isalnum(static_cast<unsigned char>(begin[-1])) != 0 ||
                                    begin[-1] == '_' || begin[-1] == '.')) {
      --begin;
    }
    std::string word(begin, line->cursor);
    std::vector<std::string> found =
        self->Candidates(word, std::string(line->buffer, line->lastchar));
    if (found.empty()) return CC_REFRESH_BEEP;
    std::string common = found[0];
    for (const std::string& one : found) {
      size_t same = 0;
      while (same < std::min(common.size(), one.size()) && common[same] == one[same]) ++same;
      common.resize(same);
    }
    if (common.size() > word.size() || found.size() == 1) {
      el_deletestr(editor, static_cast<int>(word.size()));
      std::string text = found.size() == 1 ? found[0] + " " : common;
      el_insertstr(editor, text.c_str());
      return CC_REFRESH;
    }
    std::fputc('\n', stdout);
    for (const std::string& one : found) std::fprintf(stdout, "%s  ", one.c_str());
    std::fputc('\n', stdout);
    return CC_REDISPLAY;
  }

  std::vector<std::string> Candidates(const std::string& word, const std::string& line) {
    std::vector<std::string> found;
    const auto add = [&](const std::string& candidate) {
      if (SamePrefix(word, candidate)) found.push_back(candidate);
    };
    std::vector<std::string> tables = session_.TableNames();
    size_t dot = word.rfind('.');
    if (dot != std::string::npos) {
      for (const std::string& column : session_.ColumnNames(word.substr(0, dot))) {
        add(word.substr(0, dot + 1) + column);
      }
      return found;
    }
    for (const std::string& table : tables) {
      add(table);
      // The columns of the tables that the line names.
      if (line.find(table) == std::string::npos) continue;
      for (const std::string& column : session_.ColumnNames(table)) add(column);
    }
    if (word.empty()) return found;
    for (const char* keyword : kKeywords) add(keyword);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  sql::Session& session_;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  std::string path_;
  bool continues_ = false;
  bool typed_ahead_ = true;  ///< what is read next may have come before the editor did
};

class Shell {
 public:
  Shell(sql::Session& session, SqlOutput output)
      : session_(session), output_(output), editor_(session) {}

  arrow::Status Run() {
    ARROW_RETURN_NOT_OK(Print("hudi sql; .help explains, .quit ends\n"));
    std::string typed;
    std::string line;
    while (editor_.Read(/*continues=*/!typed.empty(), &line)) {
      if (interrupted.exchange(false)) {
        typed.clear();
        ARROW_RETURN_NOT_OK(Print("\n"));
        continue;
      }
      if (typed.empty() && line[0] == '.') {
        if (!Command(line)) return arrow::Status::OK();
        continue;
      }
      typed += line;
      if (typed.find_first_not_of(" \t\r\n") == std::string::npos) typed.clear();
      Take(&typed);
    }
    return Print("\n");
  }

 private:
  static std::vector<std::string> Words(const std::string& line) {
    std::vector<std::string> words;
    std::string word;
    for (char c : line + " ") {
      if (c != ' ' && c != '\n' && c != '\t') {
        word.push_back(c);
      } else if (!word.empty()) {
        words.push_back(std::move(word));
        word.clear();
      }
    }
    return words;
  }

  // False ends the shell.
  bool Command(const std::string& line) {
    std::vector<std::string> words = Words(line);
    const std::string& name = words[0];
    std::string value = words.size() > 1 ? words[1] : "";
    if (name == ".quit" || name == ".exit") return false;
    if (name == ".help") {
      std::fputs(kHelp, stdout);
    } else if (name == ".tables") {
      for (const std::string& table : session_.TableNames()) std::puts(table.c_str());
    } else if (name == ".format" && (value == "table" || value == "json" || value == "csv")) {
      output_.format = OutputFormatOf(value);
    } else if (name == ".timing" && (value == "on" || value == "off")) {
      output_.timing = value == "on";
    } else {
      std::fprintf(stderr, "unknown command '%s'; .help lists them\n", Visible(name).c_str());
    }
    editor_.Remember(line.substr(0, line.find('\n')));
    return true;
  }

  // Runs what is whole of the text and keeps the rest.
  void Take(std::string* typed) {
    arrow::Result<sql::SplitResult> split = sql::SplitStatements(*typed);
    if (!split.ok()) {
      Complain(split.status(), *typed);
      typed->clear();
      return;
    }
    if (split->unfinished) return;
    size_t done = 0;
    for (const sql::ScriptStatement& one : split->statements) {
      bool open = split->last_is_open && &one == &split->statements.back();
      if (open) break;
      std::string statement = typed->substr(one.offset, one.size);
      editor_.Remember(statement + ";");
      RunOne(statement);
      done = one.offset + one.size;
    }
    if (!split->last_is_open) {
      typed->clear();
    } else {
      typed->erase(0, done == 0 ? 0 : split->statements.back().offset);
    }
  }

  void RunOne(const std::string& statement) {
    std::atomic<bool> done{false};
    std::thread watch([&] {
      while (!done) {
        if (interrupted) session_.Interrupt();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    });
    arrow::Status status = RunSqlStatement(session_, statement, output_);
    done = true;
    watch.join();
    interrupted = false;
    if (!status.ok()) Complain(status, statement);
  }

  static void Complain(const arrow::Status& status, const std::string& text) {
    std::fflush(stdout);
    PrintPlaceOfError(status, text);
    std::fprintf(stderr, "error: %s\n", Visible(WithPlaceInWords(status, text).message()).c_str());
  }

  sql::Session& session_;
  SqlOutput output_;
  LineEditor editor_;
};

}  // namespace

arrow::Status RunSqlShell(sql::SessionOptions options, SqlOutput output) {
  SetLocaleOfInput();
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);  // without SA_RESTART: it ends the reading of a line
  options.should_stop = [] { return interrupted.load(); };
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<sql::Session> session,
                        sql::Session::Open(std::move(options)));
  return Shell(*session, output).Run();
}

}  // namespace hudi::cli
