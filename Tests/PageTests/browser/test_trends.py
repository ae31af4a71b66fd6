"""Trends: the server's pictures, another figure and period by touch, and the last picture without a network."""

import re

from playwright.sync_api import expect

import screens
from app import Finger
from house import scenario


@scenario("trends: each figure is drawn, a swipe shows the days before, and the last picture is there offline")
def trends(house):
    family, network, phone, app = house.signed_in("anna")
    screens.furnish(family, count=12)
    picture = app.page.locator(".picture svg")

    app.page.get_by_role("link", name="Trends").click()
    for figure in ("day", "sleep", "feeds", "diapers", "wake", "growth", "hours", "temperature"):
        app.page.get_by_label("Show").select_option(figure)
        screens.settle(app.page)
        expect(app.page.get_by_role("img", name=re.compile("^Eva"))).to_be_visible()
        assert picture.evaluate("one => one.getBoundingClientRect().width <= innerWidth")

    app.page.get_by_label("Show").select_option("sleep")
    screens.settle(app.page)
    latest = picture.text_content()
    finger = Finger(app.page)
    finger.down(picture)
    for _ in range(5):
        finger.move(30, 0)
    finger.up()
    expect(app.page.get_by_role("button", name="Later")).to_be_visible()
    screens.settle(app.page)
    expect(picture).not_to_have_text(latest)
    app.page.get_by_role("button", name="Later").click()
    expect(picture).to_have_text(latest)

    # After a reload, only what the phone has kept is there.
    phone.lose(network)
    app.page.reload()
    app.page.get_by_label("Show").select_option("sleep")
    expect(app.page.get_by_text("This is the last picture")).to_be_visible()
    expect(picture).to_contain_text("Eva")
    phone.find(network)
    expect(app.page.get_by_text("This is the last picture")).to_be_hidden()
    expect(picture).to_have_text(latest)
