import { appendFile, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { systemTimers, type Timers } from "../../ground/timing/timers.ts";
import { makeFolder } from "../../store/storage/makeFolder.ts";
import type { Action } from "./change.ts";

export interface CauseFileOptions {
  /** Created when it is needed. */
  readonly folder: string;
  /** The identity of the store: recorded actions of another store are deleted. */
  readonly identity: string;
  /**
   * The newest revision of the store. Recorded actions with later revisions mean that the store was restored to an
   * earlier state, so they are deleted.
   */
  readonly revision: number;
  readonly timers?: Timers;
  /** Milliseconds until an action is written to the file. */
  readonly flushDelay?: number;
  /** Maximum size of one of the two files, in bytes. */
  readonly bytes?: number;
  /** Called with the reason when actions cannot be written; with undefined when writing works again. */
  readonly onTrouble?: (error: unknown) => void;
}

/** Milliseconds. By then, most writes whose responses had no revision have got one. */
const FLUSH_DELAY = 2_000;
const BYTES = 4 * 1024 * 1024;
/** Maximum number of pending actions; beyond that they are written at once. */
const MAX_WAITING = 2_000;
/** Number of lines that are parsed in one tick of the event loop. */
const LINES = 500;

/**
 * Stores actions on disk, so that they survive a restart: one JSON document per line, in two files. When the newer file
 * is full, it replaces the older one. Callers never wait for the writing.
 */
export class CauseFile {
  readonly #options: CauseFileOptions;
  readonly #timers: Timers;
  #waiting: Action[] = [];
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #size = 0;
  #trouble: unknown;

  constructor(options: CauseFileOptions) {
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
  }

  /**
   * Reads the actions of earlier processes, in order. Deletes those of other stores, and skips unreadable ones. Never
   * rejects: the server must start even without them.
   */
  async open(): Promise<Action[]> {
    try {
      return await this.#recall();
    } catch (error) {
      this.#became(error);
      return [];
    }
  }

  async #recall(): Promise<Action[]> {
    const { identity, revision } = this.#options;
    const actions: Action[] = [];
    for (const path of [this.#older, this.#newer]) {
      const text = await readFile(path, "utf8").catch(absent);
      if (text === undefined) continue;
      const [head = "", ...lines] = text.split("\n");
      if (parsed(head)?.["identity"] !== identity) await rm(path, { force: true });
      else await readActions(lines, actions);
    }
    if (actions.some(({ writes }) => writes.some((write) => Number(write.revision) > revision))) {
      await this.remove();
      return [];
    }
    this.#size = (await stat(this.#newer).catch(absent))?.size ?? 0;
    return actions;
  }

  /** Schedules an action to be written. */
  add(action: Action): void {
    this.#waiting.push(action);
    if (this.#waiting.length >= MAX_WAITING) void this.flush();
    else this.#cancel ??= this.#timers.after(this.#options.flushDelay ?? FLUSH_DELAY, () => void this.flush());
  }

  /** Writes pending actions; resolves when these and all earlier ones are in the file. */
  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length > 0) {
      this.#writing = this.#writing
        .then(() => this.#write(batch))
        .then(
          () => this.#became(undefined),
          (error) => this.#became(error),
        );
    }
    return this.#writing;
  }

  /** Deletes the files, and drops pending actions. Never rejects. */
  async remove(): Promise<void> {
    this.#waiting = [];
    await this.flush();
    this.#size = 0;
    try {
      for (const path of [this.#older, this.#newer]) await rm(path, { force: true });
    } catch (error) {
      this.#became(error);
    }
  }

  async #write(batch: readonly Action[]): Promise<void> {
    if (this.#size >= (this.#options.bytes ?? BYTES)) {
      await rename(this.#newer, this.#older).catch(absent);
      this.#size = 0;
    }
    const { folder, identity } = this.#options;
    if (this.#size === 0) makeFolder(folder);
    const head = this.#size === 0 ? `${JSON.stringify({ identity })}\n` : "";
    // The line end in front terminates a line that a crash may have cut off.
    const text = `${head}\n${batch.map((action) => `${JSON.stringify(action)}\n`).join("")}`;
    await appendFile(this.#newer, text, { mode: 0o600 });
    this.#size += Buffer.byteLength(text);
  }

  #became(trouble: unknown): void {
    const isOther = (trouble === undefined) !== (this.#trouble === undefined);
    this.#trouble = trouble;
    if (isOther) this.#options.onTrouble?.(trouble);
  }

  get #newer(): string {
    return join(this.#options.folder, "causes.jsonl");
  }

  get #older(): string {
    return join(this.#options.folder, "causes-older.jsonl");
  }
}

/** Parses lines and appends their actions to the list. */
async function readActions(lines: readonly string[], actions: Action[]): Promise<void> {
  for (const [index, line] of lines.entries()) {
    if (index % LINES === LINES - 1) await turn();
    const action = parsed(line);
    if (isAction(action) && action.sequence > (actions.at(-1)?.sequence ?? 0)) actions.push(action);
  }
}

/** Whether a JSON value is an action, judged by the fields that readers use. */
function isAction(value: Record<string, unknown> | undefined): value is Action & Record<string, unknown> {
  if (value === undefined) return false;
  const { sequence, actor, at, causes, writes } = value;
  const isScalar = typeof sequence === "number" && typeof actor === "string" && typeof at === "number";
  return isScalar && isListOfChanges(causes) && isListOfChanges(writes);
}

const isListOfChanges = (value: unknown): boolean => Array.isArray(value) && value.every(isChange);

const isChange = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  ["group", "resource", "namespace", "name", "revision"].every(
    (name) => typeof (value as Record<string, unknown>)[name] === "string",
  );

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
