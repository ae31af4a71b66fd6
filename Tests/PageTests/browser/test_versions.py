"""A new version of the page takes over, and the outbox with it."""

import json

from app import App
from house import scenario
from programs import eventually


@scenario("a new version of the page takes over without losing the outbox")
def new_version(house):
    family = house.family()
    network = house.network(family.server)
    phone = house.phone()
    app = App(phone.page(), network.address).sign_in(family.anna).wait_controlled()
    version = app.page.evaluate("[...document.querySelectorAll('script[src], link[rel=stylesheet]')].map(one => (one.src || one.href).match(/page\\/([^/]+)/)?.[1]).find(Boolean)")
    phone.context.set_offline(True)
    network.cut()
    app.note("by the old version")
    assert len(app.unsent()) == 1
    # From now on the server has another one: the same files under another name.
    network.rename(version, "0123456789abcdef")
    network.calm()
    network.arm(503, times=1000)
    phone.context.set_offline(False)
    app.page.reload()
    eventually("the new version is here", lambda: "0123456789abcdef" in json.dumps(app.page.evaluate(
        "caches.keys().then(keys => Promise.all(keys.map(async key => (await (await caches.open(key)).keys()).map(one => one.url))))")), within=20)
    app.page.close()
    app = App(phone.context.new_page(), network.address).open().wait_signed_in()
    eventually("the new version runs", lambda: app.page.evaluate("document.querySelector('script[src]').src").count("0123456789abcdef"))
    assert [row["entry"]["note"] for row in app.unsent()] == ["by the old version"]
    network.calm()
    app.page.reload()
    app.wait_sent(within=40)
    assert [one["note"] for one in family.entries()] == ["by the old version"]
    # And without a network, too.
    phone.context.set_offline(True)
    network.cut()
    app.page.reload()
    app.wait_signed_in()
    assert not phone.errors, phone.errors
