"""A new version of the page takes over, and the outbox with it."""

import json

from app import App
from house import scenario
from programs import eventually


OTHERS = ("0123456789abcdef", "fedcba9876543210")


def script(app, version):
    return app.page.locator(f'script[type=module][src*="{version}"]')


def wait_here(app, version):
    eventually("the new version is here", lambda: version in json.dumps(app.page.evaluate(
        "caches.keys().then(keys => Promise.all(keys.map(async key => (await (await caches.open(key)).keys()).map(one => one.url))))")))


def opened_again(phone, address, version):
    """A page that is opened before the old version is gone offers the new one."""
    app = App(phone.context.new_page(), address).open().wait_signed_in()
    if script(app, version).count():
        return app
    app.page.close()
    return None


@scenario("a new version of the page takes over without losing the outbox")
def new_version(house):
    family, network, phone, app = house.signed_in("anna")
    version = app.page.evaluate("[...document.querySelectorAll('script[src], link[rel=stylesheet]')].map(one => (one.src || one.href).match(/page\\/([^/]+)/)?.[1]).find(Boolean)")
    phone.lose(network)
    app.note("by the old version")
    assert len(app.unsent()) == 1
    # From now on the server has another version: the same files with another name.
    network.rename(version, OTHERS[0])
    network.calm()
    network.arm(503, times=1000)
    phone.context.set_offline(False)
    app.page.reload()
    wait_here(app, OTHERS[0])
    # Nothing changes under a finger.
    assert not script(app, OTHERS[0]).count()
    app.page.get_by_role("button", name="Reload").click()
    script(app, OTHERS[0]).wait_for(state="attached")
    assert [row["entry"]["note"] for row in app.wait_signed_in().unsent()] == ["by the old version"]
    # A version that waits while the page is hidden is active when the page is opened again.
    network.rename(version, OTHERS[1])
    app.page.reload()
    wait_here(app, OTHERS[1])
    app.page.close()
    app = eventually("the newest version runs", lambda: opened_again(phone, network.address, OTHERS[1]))
    assert [row["entry"]["note"] for row in app.unsent()] == ["by the old version"]
    network.calm()
    app.page.reload()
    app.wait_sent()
    assert [one["note"] for one in family.entries()] == ["by the old version"]
    # And without a network, too.
    phone.lose(network)
    app.page.reload()
    app.wait_signed_in()
    assert not phone.errors, phone.errors
