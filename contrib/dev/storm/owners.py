"""The owners at their machines: they change roles, invite people, and remove them, while all others log."""

import random
import threading

from calls import Lost, Refused, Silence


class Owners(threading.Thread):
    """Each owner's `member` is now a caregiver, now a viewer; the `guest` comes and goes.

    The guest only looks: what a machine forgets with a child, it does not have for the verdict.
    """

    def __init__(self, owned, member, guest, seed, over, pace, changes_roles):
        """`owned` are pairs of an owner's machine and a child."""
        super().__init__(daemon=True)
        self.owned = owned
        self.member = member
        self.guest = guest
        self.over = over
        self.pace = pace
        self.changes_roles = changes_roles
        self.random = random.Random(f"{seed} owners")
        self.inside = {owned[0][1]}  # the children that the guest sees, as far as anybody knows here
        self.changes = 0

    def run(self):
        while not self.over.wait(self.random.expovariate(self.pace)):
            owner, child = self.random.choice(self.owned)
            try:
                if self.changes_roles and self.random.random() < 0.3:
                    role = self.random.choice(["caregiver", "viewer"])
                    owner.call("share.role", childId=child, member=self.member.name, role=role)
                else:
                    self.come_or_go(owner, child)
                self.changes += 1
            except (Refused, Lost, Silence, OSError):
                pass  # The server is away, or it is so already: then the next time it is the other way round.

    def come_or_go(self, owner, child):
        if child in self.inside:
            self.inside.discard(child)
            if self.random.random() < 0.5:
                owner.call("share.remove", childId=child, member=self.guest.name)
            else:
                self.guest.call("share.leave", childId=child)
        else:
            self.inside.add(child)
            code = owner.call("share.create", childId=child, role="viewer")["code"]
            self.guest.call("share.accept", code=code)
