"""A scenario's environment: a family's server and phones, which end with the scenario."""

import contextlib
import dataclasses
import pathlib
import shutil
import tempfile

from app import App
from browser import Phone
from network import Network
from programs import Certificate, Machine, Server
from webkit import WebKit

SCENARIOS = {}


class Skipped(Exception):
    """The reason why a scenario cannot run here."""


def scenario(name, **needs):
    """Registers a scenario. `needs`: is_long for those that --short skips."""

    def register(body):
        SCENARIOS[name] = (body, needs)
        return body

    return register


@dataclasses.dataclass
class Options:
    programs: pathlib.Path
    is_short: bool
    rounds: int | None
    seed: int | None
    screens: pathlib.Path
    tally: pathlib.Path
    is_unlisted: bool


class House:
    def __init__(self, playwright, options):
        self.playwright, self.options = playwright, options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="page-"))
        self.ends = contextlib.ExitStack()
        self.count = 0
        self.phones = []

    def place(self, name):
        self.count += 1
        folder = self.folder / f"{self.count}-{name}"
        folder.mkdir()
        return folder

    def server(self, *arguments, is_secure=False, programs=None):
        certificate = Certificate(self.place("certificate")) if is_secure else None
        server = Server(programs or self.options.programs, self.place("server"), *arguments, certificate=certificate)
        self.ends.callback(server.stop)
        return server

    def family(self, *arguments, **more):
        """Anna, who owns Eva, and Ben, her caregiver, at one server."""
        return Family(self, self.server(*arguments, **more))

    def network(self, server):
        network = Network(server)
        self.ends.callback(network.close)
        return network

    def phone(self, server=None, **options):
        phone = Phone(self.playwright, self.place("phone"), server and server.certificate, **options)
        self.ends.callback(phone.close)
        self.phones.append(phone)
        return phone

    def webkit(self):
        phone = WebKit(self.place("webkit"))
        self.ends.callback(phone.close)
        self.phones.append(phone)
        return phone

    def signed_in(self, name):
        """A phone on which the family's Anna or Ben is signed in, ready to work offline."""
        family = self.family()
        network = self.network(family.server)
        phone = self.phone()
        app = App(phone.page(), network.address).sign_in(getattr(family, name)).wait_controlled()
        return family, network, phone, app

    def machine(self):
        machine = Machine(self.options.programs, self.place("machine"))
        self.ends.callback(machine.stop)
        return machine

    def witness(self):
        """The phones' messages and pictures, for finding out why a scenario failed."""
        said = []
        for number, phone in enumerate(self.phones):
            said += [f"phone {number} {line}" for line in phone.witness(self.folder / f"phone-{number}")]
        return said

    def close(self, is_kept):
        self.ends.close()
        if not is_kept:
            shutil.rmtree(self.folder, ignore_errors=True)


class Family:
    def __init__(self, house, server):
        self.house, self.server = house, server
        self.anna, self.ben = server.add_user("Anna"), server.add_user("Ben")
        self.eva = self.anna.add_child()
        self.anna.share(self.eva, self.ben)

    def entries(self):
        return self.anna.entries(self.eva)
