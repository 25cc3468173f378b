// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verb.h"

namespace hudi::cli {
namespace {

constexpr const char* kBashScript =
    R"script(# Completion of hudi for bash. The program itself says what a word may become.
_hudi() {
    local program=${COMP_WORDS[0]} i word lead glued=0 prefix='' current='' hints='-'
    local rest=${COMP_LINE-} words=()
    rest=${rest:0:${COMP_POINT:-0}}
    # Bash takes words apart at = and :, which hudi does not.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]-}
        glued=0
        if [[ -n $rest ]]; then
            if ((i == COMP_CWORD)); then
                lead=${rest%%[![:blank:]]*}
                word=${rest#"$lead"}
            else
                lead=${rest%%"$word"*}
                rest=${rest#"$lead$word"}
            fi
            [[ -z $lead && -n $word ]] && glued=1
        elif [[ $word == [=:]* || ${COMP_WORDS[i-1]} == *[=:] ]] && ((i > 1)) && [[ -n $word ]]; then
            glued=1
        fi
        if ((glued && ${#words[@]} > 1)); then
            prefix=${words[${#words[@]}-1]}
            words[${#words[@]}-1]+=$word
            # Behind a lone = or : an empty word begins.
            [[ $word == [=:] ]] && prefix+=$word && word=''
        else
            prefix=''
            words+=("$word")
        fi
        current=$word
    done
    [[ $program == '~/'* ]] && program=$HOME/${program:2}
    type -P -- "$program" >/dev/null || program=hudi
    COMPREPLY=()
    i=0
    while IFS= read -r word; do
        if ((i++ == 0)); then
            hints=" $word "
            continue
        fi
        word=${word%%$'\t'*}
        COMPREPLY+=("${word#"$prefix"}")
    done < <("$program" __complete bash "${words[@]:1}" 2>/dev/null)
    current=${current#[\'\"]}
    current=${current//\\/}
    if [[ $hints == *' files '* ]]; then
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
        compopt -o filenames 2>/dev/null
    elif [[ $hints == *' folders '* ]]; then
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$current")
        compopt -o filenames 2>/dev/null
    fi
    [[ $hints == *' nospace '* ]] && compopt -o nospace 2>/dev/null
    compopt -o nosort 2>/dev/null
    return 0
}
complete -F _hudi hudi
)script";

constexpr const char* kZshScript = R"script(#compdef hudi
# Completion of hudi for zsh. The program itself says what a word may become.
compdef _hudi hudi
_hudi() {
    local program=${(Q)words[1]} hints line
    local -a answer candidates shown options
    [[ $program == '~/'* ]] && program=$HOME/${program[3,-1]}
    whence -p -- $program >/dev/null || program=hudi
    answer=("${(@f)$($program __complete zsh "${(@)words[2,CURRENT-1]}" "$QIPREFIX$PREFIX" 2>/dev/null)}")
    hints=" ${answer[1]} "
    for line in "${(@)answer[2,-1]}"; do
        candidates+=("${line%%$'\t'*}")
        shown+=("${line/$'\t'/  -- }")
    done
    [[ $hints == *' nospace '* ]] && options+=(-S '')
    [[ "${shown[*]}" == *'  -- '* ]] && options+=(-l)
    (( $#candidates )) && compadd -V hudi -d shown "${(@)options}" -a candidates
    if [[ $hints == *' files '* ]]; then
        _files
    elif [[ $hints == *' folders '* ]]; then
        _files -/
    fi
}
[[ ${funcstack[1]} == _hudi ]] && _hudi "$@"
)script";

arrow::Status RunCompletion(const Arguments& arguments) {
  return Print(arguments.positional("SHELL") == "bash" ? kBashScript : kZshScript);
}

}  // namespace

const Verb& CompletionVerb() {
  static const Verb kVerb = {
      .name = "completion",
      .summary = "Prints the script that makes a shell complete verbs, options, keys and columns.",
      .positionals = {{"SHELL", "the shell", /*optional=*/false, {"bash", "zsh"}}},
      .options = {},
      .details =
          "`source <(hudi completion bash)` in ~/.bashrc, or the same with zsh in ~/.zshrc "
          "behind compinit, turns it on; `make install` puts the scripts where the shells "
          "look for them.",
      .example = "hudi completion bash",
      .run = RunCompletion,
  };
  return kVerb;
}

}  // namespace hudi::cli
