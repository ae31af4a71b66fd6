"""Makes a long log out of a year's one: copies of a Baby Connect export, each a year earlier than the one before.

    years.py EXPORT COPIES LAST_DAY > LONG_EXPORT

A year here is 52 weeks: copies do not overlap, and weekdays stay. The last row of the newest copy starts on
LAST_DAY (YYYY-MM-DD).
"""

import csv
import datetime
import sys

YEAR = datetime.timedelta(weeks=52)
FORMAT = "%m/%d/%y %I:%M %p"


def shifted(text, offset):
    """The wall time `text` moved by `offset`, in the way the export writes it; blank stays blank."""
    if not text:
        return text
    moment = datetime.datetime.strptime(text, FORMAT) + offset
    hour = moment.hour % 12 or 12
    return f"{moment.month}/{moment.day}/{moment:%y} {hour}:{moment:%M} {moment:%p}"


def copies(rows, count, last_day):
    """The rows of all copies, newest first, as the export has them."""
    newest = datetime.datetime.strptime(rows[0][0], FORMAT).date()
    for year in range(count):
        offset = (last_day - newest) - year * YEAR
        for row in rows:
            yield [shifted(row[0], offset), shifted(row[1], offset), *row[2:]]


def first_day(path, count, last_day):
    """The day of the oldest row that `copies` makes."""
    _, rows = read(path)
    moments = [datetime.datetime.strptime(row[0], FORMAT).date() for row in (rows[0], rows[-1])]
    return last_day - (moments[0] - moments[1]) - (count - 1) * YEAR


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    return header, rows


def write(path, count, last_day, output):
    header, rows = read(path)
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(copies(rows, count, last_day))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: years.py EXPORT COPIES LAST_DAY")
    write(sys.argv[1], int(sys.argv[2]), datetime.date.fromisoformat(sys.argv[3]), sys.stdout)
