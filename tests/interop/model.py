# SPDX-License-Identifier: Apache-2.0
"""What a table must hold after each operation, worked out independently of both engines."""


class Model:
    """Rows by (key, partition); an upsert keeps the greater ordering value unless told otherwise."""

    def __init__(self, keys, partitions, incoming_always_wins):
        self.keys, self.partitions = keys, partitions
        self.incoming_always_wins = incoming_always_wins
        self.rows = {}

    def key(self, row):
        return tuple(row[name] for name in self.keys), self.partition(row)

    def partition(self, row):
        return tuple(row[name] for name in self.partitions)

    def apply(self, operation, rows):
        if operation in ("bulk_insert", "insert"):
            self.rows.update({self.key(row): row for row in rows})
        elif operation == "upsert":
            for row in rows:
                stored = self.rows.get(self.key(row))
                if stored is None or self.incoming_always_wins or row["ts"] >= stored["ts"]:
                    self.rows[self.key(row)] = row
        elif operation == "delete":
            for row in rows:
                self.rows.pop(self.key(row), None)
        elif operation == "insert_overwrite":
            self._drop_partitions({self.partition(row) for row in rows})
            self.apply("insert", rows)
        elif operation == "insert_overwrite_table":
            self.rows = {}
            self.apply("insert", rows)
        elif operation == "delete_partition":
            self._drop_partitions({self.partition(row) for row in rows})
        else:
            raise ValueError(operation)

    def _drop_partitions(self, gone):
        self.rows = {k: v for k, v in self.rows.items() if k[1] not in gone}
