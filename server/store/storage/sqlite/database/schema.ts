import { DataFolderError } from "../../dataFolderError.ts";
import { type Database, numberAt } from "./database.ts";
import { layOutKeys } from "./layOutKeys.ts";

/** Marks the file as a store in its header ("Orry" in ASCII), so that no other SQLite file is taken for one. */
export const APPLICATION_ID = 0x4f727279;
/** 2: keys may have a time to live, values may be bytes, and keys are laid out as in the reference. */
const schemaVersion = 2;

const expiryIndex = "CREATE INDEX store.current_by_expiry ON current (expires) WHERE expires IS NOT NULL";

/** Migrations from each older version to the next one. */
const migrations: Readonly<Record<number, (database: Database) => void>> = {
  1(database) {
    database.run("ALTER TABLE store.current ADD COLUMN expires INTEGER");
    database.run(expiryIndex);
    layOutKeys(database);
  },
};

/**
 * `current` holds the latest state of every key, `history` one row for every put and delete since the last compaction.
 * A history row carries the state *before* it (an undo log): the live state is stored once, a creation stores the value
 * once, and compaction removes the oldest rows. The state at an old revision is that of `current` for keys unchanged
 * since, and for the others the "before" of the first change after it.
 *
 * Small columns precede the value, so that counting never follows a long value's overflow pages.
 */
const statements = [
  `CREATE TABLE store.current (
     key TEXT NOT NULL UNIQUE,
     create_revision INTEGER NOT NULL,
     mod_revision INTEGER NOT NULL,
     value TEXT NOT NULL,
     expires INTEGER
   )`,
  expiryIndex,
  `CREATE TABLE store.history (
     id INTEGER PRIMARY KEY,
     revision INTEGER NOT NULL,
     time INTEGER NOT NULL,
     deleted INTEGER NOT NULL,
     old_create_revision INTEGER,
     old_mod_revision INTEGER,
     key TEXT NOT NULL,
     old_value TEXT
   )`,
  "CREATE INDEX store.history_by_revision ON history (revision, time)",
  "CREATE INDEX store.history_by_key ON history (key, revision, old_mod_revision)",
  "CREATE TABLE store.meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
  "INSERT INTO store.meta (name, value) VALUES ('compacted', 1)",
  `PRAGMA store.application_id = ${APPLICATION_ID}`,
  `PRAGMA store.user_version = ${schemaVersion}`,
];

/**
 * Creates the tables in an empty file, or migrates a store of an older version, in one transaction.
 *
 * @throws DataFolderError when the file belongs to another program or to another version
 */
export function prepareSchema(database: Database, file: string, readOnly = false): void {
  const [id = 0, version = 0, tables = 0] = [
    "PRAGMA store.application_id",
    "PRAGMA store.user_version",
    "SELECT count(*) FROM store.sqlite_schema",
  ].map((sql) => numberAt(database.first(sql) ?? [], 0));
  if (tables === 0) {
    database.transaction(() => {
      for (const statement of statements) database.run(statement);
    });
    return;
  }
  if (id !== APPLICATION_ID)
    throw new DataFolderError(`${file}: the file is a SQLite database, but not a store of this program`);
  if (version === schemaVersion) return;
  if (!(version in migrations)) {
    throw new DataFolderError(
      `${file}: the store has format version ${version}, this program reads versions 1 to ${schemaVersion}`,
    );
  }
  if (readOnly) {
    throw new DataFolderError(
      `${file}: the store has format version ${version}, and would be changed to ${schemaVersion}; open it once for writing`,
    );
  }
  database.transaction(() => {
    for (let from = version; from < schemaVersion; from += 1) {
      migrations[from]?.(database);
    }
    database.run(`PRAGMA store.user_version = ${schemaVersion}`);
  });
}
