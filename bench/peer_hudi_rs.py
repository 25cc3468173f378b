# SPDX-License-Identifier: Apache-2.0
"""hudi-rs reads a table whole into Arrow batches; runs in .venv-bench.

    python peer_hudi_rs.py TABLE

The clock starts after the import.
"""

import json
import sys
import time

from hudi import HudiReadOptions, HudiTableBuilder


def main():
    started = time.monotonic()
    batches = HudiTableBuilder.from_base_uri(sys.argv[1]).build().read(HudiReadOptions())
    rows = sum(batch.num_rows for batch in batches)
    print(json.dumps({"rows": rows, "seconds": time.monotonic() - started}))


if __name__ == "__main__":
    main()
