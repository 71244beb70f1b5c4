import { createHash } from "node:crypto";
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

export interface FileReloadOptions {
  /** The file's text. */
  readonly read: () => Promise<string>;
  /**
   * Takes a changed text over; when it rejects, everything stays as it was.
   * @returns false when the text has no effect
   */
  readonly apply: (text: string) => Promise<unknown>;
  /** A text was taken over. */
  readonly onReloaded: () => void;
  /** The file cannot be read, or its text not be used. */
  readonly onError: (error: unknown) => void;
  /** Time between two looks, in milliseconds. */
  readonly interval: number;
  /** Path of the file; with it, a look is taken as soon as something happens to it, too. */
  readonly watch?: string;
  /**
   * Whether a text that could not be used is tried, and reported, at every look until it is mended (the default), or
   * only once.
   */
  readonly persistent?: boolean;
}

/** How long a change has to rest before it is looked at, in milliseconds: files are often written in several steps. */
const SETTLE = 50;

/** Looks at a file again and again, and takes over what changed. Between two looks it keeps only a hash: texts hold keys. */
export class FileReload {
  readonly #options: FileReloadOptions;
  #hash: string;
  #timer: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | undefined;
  #checking: Promise<void> | undefined;
  /** Something changed while a look was under way. */
  #again = false;

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

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#settling);
    this.#watcher?.close();
  }

  /** One look, or the one under way; never rejects. */
  async runOnce(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.#settle();
    });
    return this.#checking;
  }

  /** The folder is watched, not the file: files are replaced, often through links. What cannot be watched is polled. */
  #watch(file: string): FSWatcher | undefined {
    const name = basename(file);
    try {
      const watcher = watch(dirname(file), { persistent: false }, (_event, changed) => {
        // Mounted files are links through a folder of such a name, which is replaced.
        if (changed !== null && changed !== name && !changed.startsWith("..")) return;
        if (this.#checking === undefined) this.#settle();
        else this.#again = true;
      });
      watcher.on("error", () => watcher.close());
      return watcher;
    } catch {
      return undefined;
    }
  }

  #settle(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.runOnce(), SETTLE);
    this.#settling.unref();
  }

  async #check(): Promise<void> {
    const { read, apply, onReloaded, onError, persistent = true } = this.#options;
    try {
      const text = await read();
      const hash = hashOf(text);
      if (hash === this.#hash) return;
      if (!persistent) this.#hash = hash;
      const applied = await apply(text);
      this.#hash = hash;
      if (applied !== false) onReloaded();
    } catch (error) {
      onError(error);
    }
  }
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
