CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
-- The records of a dataset, which the states that start from it share.
CREATE TABLE dataset (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	hash TEXT NOT NULL UNIQUE,
	lengths TEXT NOT NULL
) STRICT;
CREATE TABLE dataset_record (
	dataset INTEGER NOT NULL REFERENCES dataset ON DELETE CASCADE,
	collection TEXT NOT NULL,
	sequence INTEGER NOT NULL,
	json TEXT NOT NULL,
	PRIMARY KEY (dataset, collection, sequence)
) STRICT, WITHOUT ROWID;
-- A state (snapshot 0), or a snapshot of it.
CREATE TABLE state (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	session TEXT NOT NULL,
	snapshot INTEGER NOT NULL,
	origin TEXT NOT NULL,
	writes TEXT NOT NULL,
	series TEXT NOT NULL,
	dataset INTEGER REFERENCES dataset,
	UNIQUE (session, snapshot)
) STRICT;
CREATE INDEX state_dataset ON state (dataset);
-- The records that were added to the dataset of a state, or differ from it.
CREATE TABLE record (
	state INTEGER NOT NULL REFERENCES state ON DELETE CASCADE,
	collection TEXT NOT NULL,
	sequence INTEGER NOT NULL,
	version INTEGER NOT NULL,
	removed INTEGER NOT NULL,
	json TEXT NOT NULL,
	PRIMARY KEY (state, collection, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX changed_record ON record (state) WHERE version > 1;
CREATE TABLE session (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	id TEXT NOT NULL UNIQUE,
	last_seen INTEGER NOT NULL,
	kept TEXT NOT NULL
) STRICT;
