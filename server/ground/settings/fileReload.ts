import { createHash } from "node:crypto";
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { Settling } from "../timing/settling.ts";

export interface FileReloadOptions {
  /** Reads the file's text. */
  readonly read: () => Promise<string>;
  /**
   * Applies a changed text; when it rejects, the previous state stays in use.
   * @returns false when the text has no effect
   */
  readonly apply: (text: string) => Promise<unknown>;
  /** Called when a text was applied. */
  readonly onReloaded: () => void;
  /** Called when the file cannot be read, or its text cannot be used. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two checks. */
  readonly interval: number;
  /** Path of the file; if given, the file is also checked as soon as it changes. */
  readonly watch?: string;
  /**
   * Whether a text that could not be used is tried, and reported, at every check until it is fixed (the default), or
   * only once. The same holds for a file that cannot be read.
   */
  readonly persistent?: boolean;
}

/** Milliseconds without changes before the file is checked, because files are often written in several steps. */
const QUIET = 50;
/** Maximum milliseconds from a change to the check of a file that never stops changing. */
const MOST = 1000;

/**
 * Checks a file periodically, and applies changes. Between two checks it stores only a hash, because texts contain
 * keys.
 */
export class FileReload {
  readonly #options: FileReloadOptions;
  #hash: string;
  #timer: NodeJS.Timeout | undefined;
  readonly #settling = new Settling(() => void this.runOnce(), { quiet: QUIET, most: MOST });
  #watcher: FSWatcher | undefined;
  #checking: Promise<void> | undefined;
  /** Whether something changed during a check. */
  #again = false;
  /** The message of the latest check's error, if the file could not be read. */
  #unread: string | undefined;
  #isStopped = false;

  /** @param current the text in use */
  constructor(current: string, options: FileReloadOptions) {
    this.#hash = hashOf(current);
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.runOnce(), this.#options.interval);
    this.#timer.unref();
    if (this.#options.watch !== undefined) this.#watcher = this.#watch(this.#options.watch);
  }

  /** Ends the checks; the result of one in progress is dropped. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#settling.stop();
    this.#watcher?.close();
  }

  /** Runs one check, or waits for the one in progress; never rejects. */
  async runOnce(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
      if (!this.#again || this.#isStopped) return;
      this.#again = false;
      this.#settling.note();
    });
    return this.#checking;
  }

  /**
   * Watches the folder, not the file: files are replaced, often through links. If the folder cannot be watched, the
   * file is polled.
   */
  #watch(file: string): FSWatcher | undefined {
    const name = basename(file);
    try {
      const watcher = watch(dirname(file), { persistent: false }, (_event, changed) => {
        // Mounted files are links through a folder with such a name, which is replaced.
        if (changed !== null && changed !== name && !changed.startsWith("..")) return;
        if (this.#checking === undefined) this.#settling.note();
        else this.#again = true;
      });
      watcher.on("error", () => watcher.close());
      return watcher;
    } catch {
      return undefined;
    }
  }

  async #check(): Promise<void> {
    const { apply, onReloaded, onError, persistent = true } = this.#options;
    const text = await this.#read();
    if (text === undefined || this.#isStopped) return;
    const hash = hashOf(text);
    if (hash === this.#hash) return;
    if (!persistent) this.#hash = hash;
    try {
      const applied = await apply(text);
      this.#hash = hash;
      if (applied !== false) onReloaded();
    } catch (error) {
      if (!this.#isStopped) onError(error);
    }
  }

  /** The file's text; undefined when it cannot be read. */
  async #read(): Promise<string | undefined> {
    const { read, onError, persistent = true } = this.#options;
    try {
      const text = await read();
      this.#unread = undefined;
      return text;
    } catch (error) {
      const message = messageOf(error);
      if (!this.#isStopped && (persistent || message !== this.#unread)) onError(error);
      this.#unread = message;
      return undefined;
    }
  }
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
