extension ServerSchema {
  /// Sessions have an id by which their owner can speak of them, a name, and when and roughly from where they were last
  /// used. Codes let somebody in who has forgotten the password, or who has no account yet. An account can be disabled.
  static let step7 = """
    CREATE TABLE session_of_today (
      token BLOB NOT NULL PRIMARY KEY CHECK (length(token) = 32),
      id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
      user_id BLOB NOT NULL REFERENCES user (id),
      -- '' until somebody names it.
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      -- The first 24 bits of an IPv4 address, or 48 of an IPv6 address.
      network TEXT,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO session_of_today (token, id, user_id, name, created_at, used_at, expires_at)
      SELECT token, randomblob(16), user_id, '', created_at, created_at, expires_at FROM session;
    DROP TABLE session;
    ALTER TABLE session_of_today RENAME TO session;
    CREATE INDEX session_user ON session (user_id);

    -- With one of these somebody sets a password anew; kept as its hash, as all codes are.
    CREATE TABLE password_code (
      user_id BLOB NOT NULL PRIMARY KEY REFERENCES user (id),
      code BLOB NOT NULL UNIQUE CHECK (length(code) = 32),
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- With one of these somebody registers.
    CREATE TABLE invitation (
      code BLOB NOT NULL PRIMARY KEY CHECK (length(code) = 32),
      -- Whom it is for; NULL for anybody.
      email TEXT,
      -- Whether it is for the server's first account alone.
      is_first INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE user ADD COLUMN disabled_at INTEGER;
    """
}
