"""The picture of the phone page: how the day stands, in the light and in the red light of night mode.

    phone.py PROGRAMS OUT.png OFFSET    the clock's time in hours ahead of UTC

It is driven as the tests of the page drive it; the family is the one of the other pictures, at a server of its own."""

import datetime
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Tests/PageTests/browser"))

import history
import screens
from app import App
from browser import playing
from house import House, Options
from test_looks import set_look

programs, out, offset = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), int(sys.argv[3])
# Signs in names of zones are the other way round.
ZONE = f"Etc/GMT{-offset:+d}" if offset else "Etc/UTC"
NOW = datetime.datetime.now(datetime.timezone.utc)


def ago(hours, minutes=0):
    return history.wire(NOW - datetime.timedelta(hours=hours, minutes=minutes))


# What `take` logs, too.
ENTRIES = [
    ("feeding", ago(9, 20), {"method": "bottle", "amount": 110, "unit": "ml"}),
    ("sleep", ago(9), {"end": ago(5, 50)}),
    ("feeding", ago(5, 40), {"end": ago(5, 24), "method": "breast", "startedSide": "left"}),
    ("diaper", ago(5, 15), {"type": "both"}),
    ("tummy", ago(4, 55), {"end": ago(4, 47)}),
    ("feeding", ago(3, 50), {"method": "bottle", "amount": 120, "unit": "ml"}),
    ("sleep", ago(3, 20), {"end": ago(2, 5)}),
    ("diaper", ago(1, 55), {"type": "wet"}),
    ("feeding", ago(1, 25), {"end": ago(1, 11), "method": "breast", "startedSide": "left"}),
    ("sleep", ago(0, 47), {}),
]

with playing() as playwright:
    house = House(playwright, Options(programs, False, None, None, None, None, True))
    try:
        family = house.family()
        born = (NOW - datetime.timedelta(days=153)).date().isoformat()
        family.anna.call("PATCH", f"/v1/children/{family.eva}", {"born": born, "zone": ZONE})
        for kind, start, members in ENTRIES:
            family.anna.put(family.eva, kind, start, **members)
        phone = house.phone(viewport={"width": 360, "height": 800}, device_scale_factor=1.5, timezone_id=ZONE)
        app = App(phone.page(), family.server.address).sign_in(family.anna)
        shots = []
        for mode in ("light", "night"):
            set_look(family, app, mode, "warm-nightlight")
            app.go("/")
            screens.settle(app.page)
            shots.append(house.folder / f"{mode}.png")
            app.page.screenshot(path=shots[-1])
        subprocess.run(["convert", *shots, "-bordercolor", "none", "-border", "9", "+append", "-dither", "None", "-colors", "160",
                        "-define", "png:compression-level=9", "-strip", out], check=True)
    finally:
        house.close(False)
