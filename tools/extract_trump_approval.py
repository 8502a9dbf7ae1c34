"""Write the bundled forecasts `trump-approval.csv` from the data file in the wheel of the package `river`.

    python tools/extract_trump_approval.py trump_approval.csv.gz              write the bundled file and print digests
    python tools/extract_trump_approval.py trump_approval.csv.gz --check      compare only; exit 1 if they differ

The wheel is a zip file that holds `river/datasets/trump_approval.csv.gz`. Every number keeps the digits it has there;
the day numbers become dates, and the column of FiveThirtyEight's average goes last.
"""

import argparse
import csv
import gzip
import hashlib
import io
import sys
from datetime import date
from pathlib import Path

BUNDLED = Path(__file__).parents[1] / "src/dartproof/streams/data/trump-approval.csv"
DAY, AVERAGE = "ordinal_date", "five_thirty_eight"


def convert(original: str) -> str:
    """Return the bundled CSV text for the text of river's data file.

    Raises:
        ValueError: if the header is not the expected one, a row is ragged, or the days are not consecutive.
    """
    header, *rows = csv.reader(original.splitlines())
    if header[:2] != [DAY, AVERAGE] or len(set(header)) != len(header):
        raise ValueError(f"the header is {header}; expected {DAY}, {AVERAGE} and the pollsters")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["date", *header[2:], AVERAGE])
    for number, (day, average, *pollsters) in enumerate(rows):
        if len(pollsters) != len(header) - 2 or int(day) != int(rows[0][0]) + number:
            raise ValueError(f"row {number + 1} is ragged or not the day after the row before it")
        writer.writerow([date.fromordinal(int(day)).isoformat(), *pollsters, average])
    return text.getvalue()


def main() -> int:
    """Convert, write or compare, and print the SHA-256 of what was read and of what is bundled."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("source", type=Path, help="trump_approval.csv.gz from river's wheel")
    parser.add_argument("--check", action="store_true", help="compare with the bundled file and write nothing")
    arguments = parser.parse_args()
    original = gzip.decompress(arguments.source.read_bytes())
    content = convert(original.decode("ascii")).encode("ascii")
    print(f"{hashlib.sha256(original).hexdigest()}  {arguments.source.name}, unpacked")
    print(f"{hashlib.sha256(content).hexdigest()}  {BUNDLED.name}")
    if not arguments.check:
        BUNDLED.write_bytes(content)
    elif content != BUNDLED.read_bytes():
        print(f"{BUNDLED} differs", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
