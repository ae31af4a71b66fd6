/// Version 1 of a family server's database.
///
/// Children and entries have the same tables as in a machine's database. Every change of shared data takes the next
/// number of `server.seq`: an entry has the number of its last change, a child that of the last change of anything of
/// its own.
enum ServerVersion1 {
  static let sql = [accounts, children, sharing, answers, push].joined(separator: "\n")

  private static let accounts = """
    CREATE TABLE server (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      epoch BLOB NOT NULL CHECK (length(epoch) = 16),
      seq INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- After an older copy of the file was put back by hand, the same numbers are used for other changes. So a new
    -- history begins whenever the file is opened, and a change belongs to the last one that began before it.
    CREATE TABLE history (
      -- The number of the last change before it.
      after_seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL
    ) STRICT;

    CREATE TABLE user (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      email TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      password TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      disabled_at INTEGER,
      -- The number of the last change of name or e-mail address, which is sent to all machines of the account.
      changed_seq INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    -- Only the token's hash is stored, so that a reader of this file cannot log in with it.
    CREATE TABLE session (
      token BLOB NOT NULL PRIMARY KEY CHECK (length(token) = 32),
      -- Its id for its owner.
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      user_id BLOB NOT NULL REFERENCES user (id),
      -- '' until it is named.
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      -- The first 24 bits of an IPv4 address, or 48 of an IPv6 address.
      network TEXT,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_user ON session (user_id);

    -- Machines that were used to log in: a stranger's wrong guesses do not lock these out.
    CREATE TABLE device (
      user_id BLOB NOT NULL REFERENCES user (id),
      -- The hash of a secret of the machine.
      device BLOB NOT NULL CHECK (length(device) = 32),
      at INTEGER NOT NULL,
      PRIMARY KEY (user_id, device)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_by_hash ON device (device);

    -- Codes to reset a password. Only their hash is stored, as of all codes.
    CREATE TABLE password_code (
      user_id BLOB NOT NULL PRIMARY KEY REFERENCES user (id),
      code BLOB NOT NULL UNIQUE CHECK (length(code) = 32),
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Codes to register with.
    CREATE TABLE invitation (
      code BLOB NOT NULL PRIMARY KEY CHECK (length(code) = 32),
      -- The required e-mail address; NULL for any.
      email TEXT,
      -- Whether it is only for the server's first account.
      is_first INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  private static let children = """
    CREATE TABLE child (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      \(SharedVersion1.columnsOfChild),
      -- The owner's name, which stays when the account is deleted. It is ignored once the child is restored.
      removed_by TEXT,
      seq INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    -- A tombstone has no texts. Potentially long columns come last: SQLite reads a row from its beginning.
    CREATE TABLE entry (
      \(SharedVersion1.columnsOfEntry),
      -- Identifies one of the kind's timers while it runs: '' if the kind has only one.
      timer TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER,
      seq INTEGER NOT NULL DEFAULT 0,
      author TEXT,
      -- The person who changed, deleted or restored it last; NULL if there is none.
      changed_by TEXT,
      -- A JSON object: the fields of a declared kind.
      content TEXT,
      note TEXT,
      \(SharedVersion1.constraintsOfEntry)
    ) STRICT, WITHOUT ROWID;

    -- Covers everything that a day's counts need, so that they are read from the index alone: to find a row by its id,
    -- SQLite reads each row that it compares on the way completely, including its note.
    CREATE INDEX entry_by_start ON entry (child_id, start_at, id, kind, end_at, end_unknown, method, started_side,
        breasts, amount, unit, bottle_content, diaper, category, left_seconds, right_seconds, timed_side, timed_since,
        paused_since, timer, deleted_at)
      WHERE deleted_at IS NULL;
    CREATE INDEX entry_by_kind ON entry (child_id, kind, method, start_at, id) WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX entry_running ON entry (child_id, kind, timer) WHERE deleted_at IS NULL AND timer IS NOT NULL;
    CREATE INDEX entry_by_seq ON entry (child_id, seq);
    -- Finds entries of unknown kinds, which a newer version of the program has stored.
    CREATE INDEX entry_declared ON entry (kind) WHERE content IS NOT NULL;

    -- Entries of kinds that a newer client knows and this server does not: stored unchanged and passed on.
    CREATE TABLE relayed_entry (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      child_id BLOB NOT NULL REFERENCES child (id),
      kind TEXT NOT NULL,
      start_at INTEGER NOT NULL,
      end_at INTEGER,
      end_unknown INTEGER NOT NULL,
      note TEXT,
      -- A JSON object: the kind's own fields.
      content TEXT NOT NULL,
      author TEXT,
      changed_by TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER,
      seq INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX relayed_entry_by_seq ON relayed_entry (child_id, seq);
    """

  private static let sharing = """
    CREATE TABLE membership (
      user_id BLOB NOT NULL REFERENCES user (id),
      child_id BLOB NOT NULL REFERENCES child (id),
      role TEXT NOT NULL CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer'),
      since INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (user_id, child_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_child ON membership (child_id);

    -- Users are notified that they no longer share a child: their machines have to distinguish that from a child that
    -- was removed for everybody, and from one that a restored server has lost.
    CREATE TABLE ended_membership (
      user_id BLOB NOT NULL REFERENCES user (id),
      -- The child may no longer exist.
      child_id BLOB NOT NULL CHECK (length(child_id) = 16),
      at INTEGER NOT NULL,
      PRIMARY KEY (user_id, child_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE member_event (
      child_id BLOB NOT NULL REFERENCES child (id),
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      action TEXT NOT NULL CHECK (action = 'joined' OR action = 'left' OR action = 'removed' OR action = 'role'),
      -- The person's name; the other person's is in changed_by. Both stay when an account is deleted.
      name TEXT NOT NULL,
      role TEXT CHECK (role = 'owner' OR role = 'caregiver' OR role = 'viewer'),
      changed_by TEXT,
      PRIMARY KEY (child_id, seq)
    ) STRICT, WITHOUT ROWID;

    -- Invitations to share a child.
    CREATE TABLE share (
      id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
      child_id BLOB NOT NULL REFERENCES child (id),
      role TEXT NOT NULL CHECK (role = 'caregiver' OR role = 'viewer'),
      code BLOB NOT NULL UNIQUE CHECK (length(code) = 32),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_by BLOB REFERENCES user (id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX share_child ON share (child_id);

    -- Each value has the number of its last change, so that those since a position can be listed, including ones that
    -- were reset. Reminders are stored here, too, under separate keys.
    CREATE TABLE setting (
      -- NULL for a child's setting, which applies to everybody who shares it.
      user_id BLOB REFERENCES user (id),
      -- NULL for a person's setting for everything.
      child_id BLOB REFERENCES child (id),
      key TEXT NOT NULL,
      -- NULL: it was reset or removed.
      value TEXT,
      changed_at INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      CHECK (user_id IS NOT NULL OR child_id IS NOT NULL)
    ) STRICT;
    CREATE UNIQUE INDEX setting_place ON setting (ifnull(user_id, x''), ifnull(child_id, x''), key);
    CREATE INDEX setting_of_user ON setting (user_id, seq) WHERE user_id IS NOT NULL;
    CREATE INDEX setting_of_child ON setting (child_id, seq) WHERE user_id IS NULL;
    CREATE INDEX setting_by_child ON setting (child_id) WHERE child_id IS NOT NULL;
    """

  private static let answers = """
    CREATE TABLE answer (
      user_id BLOB NOT NULL REFERENCES user (id),
      key TEXT NOT NULL,
      fingerprint BLOB NOT NULL,
      status INTEGER NOT NULL,
      tag TEXT,
      body BLOB NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (user_id, key)
    ) STRICT, WITHOUT ROWID;
    """

  private static let push = """
    -- The private key that identifies this server to push services.
    CREATE TABLE push_key (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      key BLOB NOT NULL CHECK (length(key) = 32)
    ) STRICT;

    -- The browser of a session. The subscription ends with the session.
    CREATE TABLE push_subscription (
      session_id BLOB NOT NULL PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
      -- The URL for messages at its vendor's push service. Only this browser knows it.
      endpoint TEXT NOT NULL UNIQUE,
      -- The keys for encrypting messages.
      receiver_key BLOB NOT NULL CHECK (length(receiver_key) = 65),
      receiver_secret BLOB NOT NULL CHECK (length(receiver_secret) = 16),
      reminders INTEGER NOT NULL,
      timers INTEGER NOT NULL,
      others INTEGER NOT NULL,
      names INTEGER NOT NULL,
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- The latest occasion of each reminder that was sent to a browser, whether it arrived or not.
    CREATE TABLE push_mark (
      session_id BLOB NOT NULL REFERENCES push_subscription (session_id) ON DELETE CASCADE,
      child_id BLOB NOT NULL REFERENCES child (id) ON DELETE CASCADE,
      rule TEXT NOT NULL,
      occasion TEXT NOT NULL,
      due INTEGER NOT NULL,
      told_at INTEGER NOT NULL,
      PRIMARY KEY (session_id, child_id, rule)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX push_mark_child ON push_mark (child_id);
    """
}
