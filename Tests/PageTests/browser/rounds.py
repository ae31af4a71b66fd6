"""A round: something is pressed on a phone, and page, worker, browser or server are killed at some point of its way."""

import contextlib
import random
import re
import threading
import time

from playwright.sync_api import Error

from app import App
from programs import PATIENCE, Failure, eventually

# The points of a kill, and the possible victims at each. `press`: at a random moment around the press, when the phone's
# database writes it. `request`: before the server gets it. `answer`: the server has it, and the phone does not
# know. `later`: at a random moment after the phone has confirmed it.
POINTS = {
    "press": ("renderer", "browser", "server", "worker", "reload", "tab"),
    "request": ("renderer", "browser", "server", "worker", "refuse", 429, 503, "twice"),
    "answer": ("renderer", "browser", "server", "worker", "lose", "cut"),
    "later": ("renderer", "browser", "server", "worker", "reload", "tab"),
}
STEPS = [(point, victim) for point, victims in POINTS.items() for victim in victims]
ACTIONS = ("note", "note", "note", "note and edit", "note and undo")


class Ledger:
    """The possible states of each entry: its text, or None for no entry. A text is a name, "~" and a number."""

    def __init__(self):
        self.entries = {}  # sets, by name
        self.confirmed = 0

    def told(self, name, text, is_sure):
        """Records a requested change; is_sure once the phone has confirmed it."""
        entry = self.entries.setdefault(name, {None})
        if is_sure:
            entry.clear()
            self.confirmed += 1
        entry.add(text)

    def faults(self, texts):
        """What is wrong with the server's texts."""
        found = {}
        for text in texts:
            found.setdefault(text.partition(" ~")[0], []).append(text)
        for name, entry in self.entries.items():
            there = found.pop(name, [])
            expected = " or ".join(sorted(map(str, entry)))
            if len(there) > 1:
                yield f"doubled: {there} instead of {expected}"
            elif not there and None not in entry:
                yield f"lost: {expected}"
            elif there and there[0] not in entry:
                yield f"wrong: {there[0]} instead of {expected}"
        for name, there in found.items():
            yield f"nobody logged {there}"

    def close(self, texts):
        """Takes the current state as certain, so that later rounds notice changes to it."""
        known = set(texts)
        for entry in self.entries.values():
            if len(entry) > 1:
                left = next((text for text in entry if text in known), None)
                entry.clear()
                entry.add(left)


class Phones:
    """A phone, its network and the server; each may be dead at any time."""

    def __init__(self, house):
        self.house = house
        self.family = house.family()
        self.network = house.network(self.family.server)
        self.phone = house.phone()
        self.ledger = Ledger()
        self.app = App(self.phone.page(), self.network.address).sign_in(self.family.anna).wait_controlled()
        self.is_dead = False  # the page's process, and Playwright may not know yet

    def texts(self):
        return [one["note"] for one in self.family.entries() if one["kind"] == "note"]

    def round(self, seed):
        """Runs one round; returns a description and its duration in seconds."""
        chance = random.Random(seed)
        begin = time.monotonic()
        # Each pair in turn, so that a thousand rounds have each of them about forty times.
        point, victim = STEPS[seed % len(STEPS)]
        action = chance.choice(ACTIONS)
        is_doubled = chance.random() < 0.2
        self.struck = threading.Event()
        self.is_over, self.striking = False, threading.Lock()
        browser, renderers = self.phone.pid, self.phone.renderers()

        def strike():
            """Runs on any thread, so without Playwright. A request may outlast its round."""
            with self.striking:
                if self.struck.is_set() or self.is_over:
                    return
                if victim == "renderer":
                    self.is_dead = True
                    self.phone.kill_renderers(renderers)
                elif victim == "browser":
                    self.phone.kill(browser)
                elif victim == "server":
                    self.family.server.kill()
                self.struck.set()

        self.timer, self.presses = None, 0
        if point in ("request", "answer"):
            act = victim if victim in ("refuse", 429, 503, "twice", "lose", "cut") else "pass"
            hook = strike if act == "pass" and victim != "worker" else self.struck.set
            # The first request of this round, or the one after it.
            skip = chance.random() < 0.3 and action != "note"
            if skip:
                self.network.arm("pass")
            self.network.arm(act, **{"before" if point == "request" else "after": hook})
        elif point == "press" and victim in ("renderer", "browser", "server"):
            self.timer = threading.Timer(chance.uniform(0, 0.1), strike)
            # The first press, or the one after it.
            self.presses = -1 if action != "note" and chance.random() < 0.4 else 0

        try:
            self.do(action, seed, chance, point, victim)
        except (Error, AssertionError):
            # Only the kill may prevent a press from being confirmed.
            self.join()
            # A kill on another thread happens before it is recorded; the thread holds the lock until then.
            with self.striking:
                if not self.struck.is_set():
                    raise
        if point == "later" or point == "press" and not self.timer or victim == "worker":
            moment = chance.uniform(0, 0.12)
            end = time.monotonic() + moment
            while time.monotonic() < end:
                time.sleep(0.002)
            self.strike_by_hand(victim, strike)
        self.join()
        was_struck = self.struck.is_set()
        self.revive(chance, is_doubled)
        self.network.calm()
        with self.striking:
            self.is_over = True
        if self.struck.is_set() and not was_struck:
            # It has killed what was just found alive.
            self.revive(chance, False)
        try:
            self.settle()
        except Error:
            # It was still shutting down.
            self.revive(chance, False)
            self.settle()
        texts = self.texts()
        faults = list(self.ledger.faults(texts))
        self.ledger.close(texts)
        return f"{action}: {victim} at {point}", self.struck.is_set(), faults, time.monotonic() - begin

    def do(self, action, seed, chance, point, victim):
        """Presses. The ledger is updated before and after each press, because a kill can end this anywhere."""
        name = str(seed)
        first, second = f"{name} ~1", f"{name} ~2"
        self.app.go("/!log/note")
        self.app.sheet.locator("textarea#note").fill(first)
        self.ledger.told(name, first, is_sure=False)
        if point == "press" and victim in ("reload", "tab", "worker"):
            # Pressed, and left at once, without waiting for the confirmation.
            self.app.sheet.get_by_role("button", name="Save").evaluate("button => { button.click() }")
            return
        self.pressing()
        self.app.press("Save")
        self.ledger.told(name, first, is_sure=True)
        if action == "note and edit":
            self.app.banner.get_by_role("button", name="Edit").click()
            self.app.sheet.locator("textarea#note").fill(second)
            self.ledger.told(name, second, is_sure=False)
            self.pressing()
            self.app.press("Save")
            self.ledger.told(name, second, is_sure=True)
        elif action == "note and undo":
            self.ledger.told(name, None, is_sure=False)
            self.pressing()
            self.app.banner.get_by_role("button", name="Undo").click()
            self.app.expect_banner(re.compile("Undid|Undone|Deleted", re.I))
            self.ledger.told(name, None, is_sure=True)

    def pressing(self):
        """Called right before a press: if it is the chosen one, the kill follows soon."""
        if self.timer and self.presses == 0:
            self.timer.start()
        self.presses += 1

    def join(self):
        if self.timer and self.presses > 0:
            self.timer.join()

    def strike_by_hand(self, victim, strike):
        """Kills that need Playwright, and those at a random moment."""
        with contextlib.suppress(Error):
            if victim == "worker":
                self.phone.stop_workers(self.app.page)
            elif victim == "reload":
                self.app.page.reload(wait_until="commit")
            elif victim == "tab":
                self.app.page.close()
        strike()

    def settle(self):
        """Waits until the server has everything."""
        with self.phone.watched(3 * PATIENCE):
            self.stay_signed_in()
            self.app.wait_sent()

    def stay_signed_in(self):
        """A killed browser loses the cookies of its last half minute. The page shows its stored data until the
        server tells it."""
        ask = "fetch('/v1/me', {headers: {'Babybasics-Page': '1'}}).then(({status}) => status, () => 0)"
        if eventually("the server answers the page", lambda: self.app.page.evaluate(ask)) == 401:
            self.app.wait_signed_out()
            self.app.fill_sign_in(self.family.anna)
            self.app.wait_signed_in()

    def revive(self, chance, is_doubled):
        """Restarts everything; sometimes it is killed once more while starting."""
        server = self.family.server
        is_dead = server.process.poll() is not None
        # Sometimes the page notices by itself that the server is away.
        if is_dead and chance.random() < 0.7:
            server.start()
        for attempt in range(4):
            try:
                if not self.phone.pid:
                    self.phone.revive()
                if self.is_dead or self.app.page.is_closed() or not self.is_alive():
                    with contextlib.suppress(Error):
                        self.app.page.close()
                    self.is_dead = False
                    self.app = App(self.phone.page(), self.network.address)
                    self.app.page.goto(self.network.address + "/", wait_until="commit")
                if is_doubled and attempt == 0 and self.struck.is_set():
                    end = time.monotonic() + chance.uniform(0, 0.4)
                    while time.monotonic() < end:
                        time.sleep(0.005)
                    self.phone.kill_renderers()
                    self.is_dead = True
                    continue
                self.app.page.wait_for_selector(".home .cards button.card, form.welcome input#password")
                if self.app.page.locator("form.welcome").count():
                    # A killed browser loses the cookies of its last half minute.
                    self.app.fill_sign_in(self.family.anna)
                self.app.wait_signed_in()
                break
            except Error as error:
                last = error
                if self.phone.pid:
                    with contextlib.suppress(Error):
                        self.app.page.close()
        else:
            raise Failure(f"the page does not come back: {last}")
        if server.process.poll() is not None:
            server.start()

    def is_alive(self):
        try:
            with self.phone.watched():
                return self.app.page.evaluate("1") == 1
        except Error:
            return False
