import path from "node:path";
import type { Database as SqlDatabase, SqlValue, Statement } from "sql.js";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { Value } from "../../storage.ts";
import { StorageError } from "../../storageError.ts";
import { type Disk, nodeDisk } from "../wasm/disk.ts";
import { loadSqlJs, type SqlJs } from "../wasm/sqlJs.ts";
import { storeFault } from "./storeFault.ts";

/** A result row, in the order of the selected columns. */
export type Row = readonly SqlValue[];

/** A row's value at an index as text. */
export const textAt = (row: Row, index: number): string => String(row[index]);
/** A row's value at an index as it was stored: text or bytes. */
export const valueAt = (row: Row, index: number): Value => {
  const value = row[index];
  return value instanceof Uint8Array ? value : String(value);
};
/** A row's value at an index as a number. */
export const numberAt = (row: Row, index: number): number => Number(row[index]);

export interface DatabaseOptions {
  readonly file: string;
  readonly disk?: Disk;
  /** Whether a commit waits until its data is on the medium. Only tests disable this. */
  readonly syncs?: boolean;
}

/** 4 KiB pages waste half a page on a typical object of 2 KiB. */
const pageBytes = 8192;
const cacheKibibytes = 32 * 1024;
/** Size in pages at which the WAL is copied into the database, so it stays about this long: 8 MiB. */
const checkpointPages = 1024;
/** A huge transaction makes the WAL longer; the next checkpoint truncates it to this size. */
const walLimitBytes = 16 * 1024 * 1024;

/**
 * One SQLite database on the real disk. sql.js requires its own main database in memory, so the file is attached as
 * `store`; unqualified table names resolve to it. All calls are synchronous.
 */
export class Database {
  readonly #sqlJs: SqlJs;
  readonly #sql: SqlDatabase;
  readonly #mount: string;
  readonly #disk: Disk;
  readonly #statements = new Map<string, Statement>();

  private constructor(sqlJs: SqlJs, mount: string, disk: Disk) {
    this.#sqlJs = sqlJs;
    this.#sql = new sqlJs.sql.Database();
    this.#mount = mount;
    this.#disk = disk;
  }

  /**
   * Opens (or creates) the file, recovering whatever an earlier crash left in its WAL.
   *
   * @throws StorageError when the file is not a SQLite database or cannot be read or written
   */
  static async open({ file, disk = nodeDisk, syncs = true }: DatabaseOptions): Promise<Database> {
    const sqlJs = await loadSqlJs();
    const database = new Database(sqlJs, sqlJs.mounts.add(path.dirname(file), disk), disk);
    try {
      // Exclusive mode must be set first, because there is no shared memory for a WAL index otherwise.
      database.run("PRAGMA locking_mode = EXCLUSIVE");
      database.run("PRAGMA temp_store = MEMORY");
      database.run("ATTACH ? AS store", `${database.#mount}/${path.basename(file)}`);
      database.run(`PRAGMA store.page_size = ${pageBytes}`);
      const mode = database.first("PRAGMA store.journal_mode = WAL")?.[0];
      if (mode !== "wal") throw new Error(`the journal mode is ${mode} instead of wal`);
      database.run(`PRAGMA store.synchronous = ${syncs ? "FULL" : "OFF"}`);
      database.run(`PRAGMA store.cache_size = -${cacheKibibytes}`);
      database.run(`PRAGMA store.wal_autocheckpoint = ${checkpointPages}`);
      database.run(`PRAGMA store.journal_size_limit = ${walLimitBytes}`);
      return database;
    } catch (error) {
      database.close();
      const known = storeFault(error, file);
      if (known instanceof StorageError) throw known;
      throw new Error(`cannot open ${file}: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Runs a statement for its effect. */
  run(sql: string, ...params: SqlValue[]): void {
    this.all(sql, ...params);
  }

  /** The first row of a query. */
  first(sql: string, ...params: SqlValue[]): Row | undefined {
    const statement = this.#prepare(sql);
    try {
      statement.bind(params);
      return statement.step() ? statement.get() : undefined;
    } finally {
      statement.reset();
    }
  }

  /** All rows of a query. */
  all(sql: string, ...params: SqlValue[]): Row[] {
    const statement = this.#prepare(sql);
    try {
      statement.bind(params);
      const rows: Row[] = [];
      while (statement.step()) rows.push(statement.get());
      return rows;
    } finally {
      statement.reset();
    }
  }

  /**
   * Runs `body` in a transaction: all of it is durable when this returns, and none of it is applied when this throws.
   */
  transaction<T>(body: () => T): T {
    this.run("BEGIN");
    try {
      const result = body();
      this.run("COMMIT");
      return result;
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  /**
   * Writes a compact copy of the database to a new file.
   *
   * @param file must not exist or be empty
   */
  copyTo(file: string): void {
    const mount = this.#sqlJs.mounts.add(path.dirname(file), this.#disk);
    try {
      this.run("VACUUM store INTO ?", `${mount}/${path.basename(file)}`);
    } finally {
      this.#sqlJs.mounts.remove(mount);
    }
  }

  /** Moves the WAL into the database file and frees its disk space, as far as the disk allows. */
  checkpoint(): void {
    try {
      this.run("PRAGMA store.wal_checkpoint(TRUNCATE)");
    } catch {
      // The WAL stays: its content is just as durable there.
    }
  }

  /** Moves the WAL into the database file and closes both. */
  close(): void {
    for (const statement of this.#statements.values()) statement.free();
    this.#statements.clear();
    try {
      this.#sql.close();
    } finally {
      this.#sqlJs.mounts.remove(this.#mount);
    }
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#sql.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #rollback(): void {
    try {
      this.run("ROLLBACK");
    } catch {
      // SQLite has already rolled back on its own, as it does when the disk is full or fails.
    }
    // When only the sync failed, the rejected pages are in the WAL, and a crash now could restore them. If the
    // checkpoint fails as well, the next transaction overwrites them.
    this.checkpoint();
  }
}
