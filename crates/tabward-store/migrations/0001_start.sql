-- Times are milliseconds since the Unix epoch, set by the caller.

CREATE TABLE sessions (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    state            TEXT    NOT NULL CHECK (state IN ('starting', 'alive', 'gone')),
    mode             TEXT    NOT NULL CHECK (mode IN ('attach', 'launch_headless', 'launch_headed')),
    host             TEXT    NOT NULL,
    port             INTEGER NOT NULL,
    real_port        INTEGER,
    endpoint         TEXT,
    instance_id      TEXT,
    pid              INTEGER,
    pid_start        TEXT,
    keeper_pid       INTEGER,
    keeper_start     TEXT,
    keeper_socket    TEXT,
    profile_dir      TEXT,
    temporary        INTEGER NOT NULL DEFAULT 0,
    browser_guid     TEXT,
    browser_context  TEXT,
    product          TEXT,
    headless         INTEGER,
    spawned_by_us    INTEGER NOT NULL,
    workspace        TEXT,
    caller           TEXT,
    task             TEXT,
    created_ms       INTEGER NOT NULL,
    alive_ms         INTEGER,
    used_ms          INTEGER NOT NULL,
    gone_ms          INTEGER,
    gone_reason      TEXT
) STRICT;

-- A name stands for one session at a time; the names of the gone are free again.
CREATE UNIQUE INDEX sessions_name ON sessions (host, port) WHERE state <> 'gone';
CREATE INDEX sessions_instance ON sessions (instance_id);

CREATE TABLE instances (
    id          TEXT    NOT NULL PRIMARY KEY,
    kind        TEXT    NOT NULL CHECK (kind IN ('launched', 'attached', 'extension', 'remote')),
    handle      INTEGER NOT NULL UNIQUE,
    evidence    TEXT    NOT NULL,
    epoch       INTEGER NOT NULL DEFAULT 1,
    created_ms  INTEGER NOT NULL,
    seen_ms     INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
    name   TEXT NOT NULL PRIMARY KEY,
    value  TEXT NOT NULL
) STRICT;

CREATE TABLE tasks (
    id            TEXT    NOT NULL PRIMARY KEY,
    name          TEXT    NOT NULL,
    workspace     TEXT    NOT NULL,
    caller        TEXT    NOT NULL,
    state         TEXT    NOT NULL CHECK (state IN ('active', 'finishing', 'finished')),
    instance_id   TEXT,
    created_ms    INTEGER NOT NULL,
    last_call_ms  INTEGER NOT NULL,
    finished_ms   INTEGER,
    end_reason    TEXT
) STRICT;

CREATE UNIQUE INDEX tasks_name ON tasks (caller, workspace, name) WHERE state <> 'finished';

CREATE TABLE tabs (
    instance_id  TEXT    NOT NULL,
    epoch        INTEGER NOT NULL,
    tab_id       TEXT    NOT NULL,
    handle       INTEGER NOT NULL UNIQUE,
    task         TEXT,
    ownership    TEXT    NOT NULL,
    keep         INTEGER NOT NULL DEFAULT 0,
    opener       TEXT,
    purpose      TEXT,
    opened_ms    INTEGER NOT NULL,
    closed_ms    INTEGER,
    verified     INTEGER,
    PRIMARY KEY (instance_id, epoch, tab_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tabs_task ON tabs (task);

CREATE TABLE counters (
    name  TEXT    NOT NULL PRIMARY KEY,
    next  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT    NOT NULL CHECK (kind IN ('intent', 'outcome', 'note')),
    at_ms        INTEGER NOT NULL,
    task         TEXT    NOT NULL,
    caller       TEXT,
    call         TEXT    NOT NULL,
    tool         TEXT    NOT NULL,
    instance_id  TEXT,
    tab_id       TEXT,
    document_id  TEXT,
    code         TEXT,
    delivered    TEXT,
    args         TEXT,
    effect       TEXT,
    artifacts    TEXT
) STRICT;

CREATE INDEX ledger_task ON ledger (task, seq);
CREATE INDEX ledger_call ON ledger (call, kind);
CREATE INDEX ledger_time ON ledger (at_ms);

CREATE TRIGGER ledger_is_append_only BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TABLE receipts (
    seq            INTEGER NOT NULL PRIMARY KEY,
    receipt_id     TEXT    NOT NULL UNIQUE,
    task           TEXT    NOT NULL UNIQUE,
    at_ms          INTEGER NOT NULL,
    ledger_count   INTEGER NOT NULL,
    ledger_hash    TEXT    NOT NULL,
    previous       TEXT    NOT NULL,
    hash           TEXT    NOT NULL UNIQUE,
    body           TEXT    NOT NULL
) STRICT;

CREATE TRIGGER receipts_are_never_changed BEFORE UPDATE ON receipts
BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
CREATE TRIGGER receipts_are_never_removed BEFORE DELETE ON receipts
BEGIN SELECT RAISE(ABORT, 'receipts are never removed'); END;

CREATE TABLE artifacts (
    sha256      TEXT    NOT NULL,
    task        TEXT    NOT NULL,
    path        TEXT    NOT NULL,
    bytes       INTEGER NOT NULL,
    mime        TEXT    NOT NULL,
    created_ms  INTEGER NOT NULL,
    PRIMARY KEY (sha256, task)
) STRICT, WITHOUT ROWID;

CREATE INDEX artifacts_time ON artifacts (created_ms);
