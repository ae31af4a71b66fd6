"""Without a network, presses are stored and shown as unsent; with one, each is sent once."""

import datetime
import re
import threading

from playwright.sync_api import expect

import history
from app import SAVED, App
from house import scenario
from programs import eventually


def wire_now():
    return history.wire(datetime.datetime.now(datetime.timezone.utc))


def notes(family):
    return sorted(one["note"] for one in family.entries() if one["kind"] == "note")


@scenario("offline: presses are stored on the phone, survive closing, and are sent once")
def offline(house):
    family, network, phone, app = house.signed_in("anna")

    phone.lose(network)
    app.note("while offline")
    app.expect_banner(SAVED)
    app.note("and another")
    assert len(app.unsent()) == 2, app.unsent()
    app.page.get_by_role("button", name=re.compile("2")).first.wait_for()
    # Reloading, and closing the page, lose nothing. What the worker has comes without a shape of what is to come, but not for long.
    app.page.add_init_script("addEventListener('DOMContentLoaded', () => { globalThis.began = 'soon' in document.documentElement.dataset })")
    app.page.reload()
    app.wait_signed_in()
    assert app.page.evaluate("began"), "the shape is drawn first"
    eventually("a shape would be seen", lambda: not app.page.evaluate("'soon' in document.documentElement.dataset"))
    assert len(app.unsent()) == 2
    app.go("/day")
    for text in ("while offline", "and another"):
        app.page.locator("ul.entries li", has_text=text).wait_for()
    app.page.close()
    app = App(phone.context.new_page(), network.address).open().wait_signed_in()
    assert len(app.unsent()) == 2
    assert notes(family) == []

    phone.find(network)
    app.wait_sent()
    assert notes(family) == ["and another", "while offline"], notes(family)
    puts = [one for one in network.sent("^PUT /v1/entries/") if one.status]
    assert len(puts) == 2, puts


@scenario("the server is killed: presses are stored, and sent once it is back")
def server_killed(house):
    family = house.family()
    phone = house.phone()
    app = App(phone.page(), family.server.address).sign_in(family.anna).wait_controlled()
    family.server.kill()
    app.note("nobody hears it")
    app.expect_banner(SAVED)
    assert len(app.unsent()) == 1
    app.page.reload()
    app.wait_signed_in()
    family.server.start()
    app.wait_sent()
    assert notes(family) == ["nobody hears it"]
    assert not phone.errors, phone.errors


@scenario("a page that is closed between a change's event and its poll shows the change when it is opened again")
def interrupted(house):
    family = house.family()
    network = house.network(family.server)
    app = App(house.phone().page(), network.address).sign_in(family.anna)
    network.held.clear()
    network.arm("pass", lambda request: request.path.endswith("/dashboard"), before=network.held.wait)
    family.ben.put(family.eva, "diaper", wire_now(), type="wet")
    eventually("it asks for the dashboard", lambda: network.faults == [])
    app.page.goto("about:blank")
    network.held.set()
    app.open().wait_signed_in()
    expect(app.card("Diaper")).to_contain_text("Wet diaper")


@scenario("two tabs do not send twice, and show the same")
def two_tabs(house):
    family, network, phone, one = house.signed_in("anna")
    two = App(phone.context.new_page(), network.address).open().wait_signed_in()
    phone.lose(network)
    for number in range(4):
        (one if number % 2 else two).note(f"tab {number}")
    assert len(one.unsent()) == 4
    # Each is answered late, so that the other tab could send it, too.
    network.calm()
    pause = threading.Event()
    network.arm("pass", times=100, before=lambda: pause.wait(0.15))
    phone.context.set_offline(False)
    one.wait_sent()
    assert notes(family) == [f"tab {number}" for number in range(4)], notes(family)
    puts = [request for request in network.sent("^PUT /v1/entries/") if request.status]
    assert len(puts) == 4, [(put.path, put.status) for put in puts]
    for app in (one, two):
        app.go("/day")
        for number in range(4):
            app.page.locator("ul.entries li", has_text=f"tab {number}").wait_for()


@scenario("failures of the server and the network: retried, retried later, and given up")
def answers(house):
    family = house.family()
    network = house.network(family.server)
    phone = house.phone()
    app = App(phone.page(), network.address).sign_in(family.anna)
    for act in ("lose", "cut", "twice", 503, 429, "refuse"):
        network.arm(act)
        app.note(f"through {act}")
        app.wait_sent()
    assert notes(family) == sorted(f"through {act}" for act in ("lose", "cut", "twice", 503, 429, "refuse")), notes(family)
    keys = {}
    for put in network.sent("^PUT /v1/entries/"):
        keys.setdefault(put.path, set()).add(put.headers.get("Idempotency-Key"))
    assert all(len(each) == 1 for each in keys.values()), keys
