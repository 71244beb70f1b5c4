import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";

/** Watches files that may appear, change and disappear. */
export interface FileWatch {
  /** Watches these files instead, without calling `onChange`. */
  set(paths: readonly string[]): void;
  /** Checks at once, and calls `onChange` if something has changed. */
  look(): Promise<void>;
  close(): void;
}

/**
 * Milliseconds without further changes before a change is reported, because files are often written in several steps.
 */
const DEBOUNCE = 80;
/** Milliseconds between periodic checks, which find changes that watching a folder misses (networks, links). */
const INTERVAL = 5_000;

/**
 * Calls `onChange` when one of the files changes, appears or disappears. Their folders are watched, because files are
 * replaced.
 */
export function watchFiles(onChange: () => void, options: { interval?: number } = {}): FileWatch {
  let paths: readonly string[] = [];
  let watchers: FSWatcher[] = [];
  let seen = "";
  let settling: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const now = await fingerprint(paths);
    if (now === seen) return;
    seen = now;
    onChange();
  };
  const timer = setInterval(() => void look(), options.interval ?? INTERVAL);
  timer.unref();
  const settle = (): void => {
    clearTimeout(settling);
    settling = setTimeout(() => void look(), DEBOUNCE);
    settling.unref();
  };
  const end = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  return {
    set(next) {
      end();
      paths = next;
      void fingerprint(paths).then((now) => {
        seen = now;
      });
      const names = new Set(paths.map((path) => basename(path)));
      for (const folder of new Set(paths.map((path) => dirname(path)))) {
        try {
          const watcher = watch(folder, { persistent: false }, (_event, name) => {
            if (name === null || names.has(name)) settle();
          });
          watcher.on("error", () => watcher.close());
          watchers.push(watcher);
        } catch {
          // The periodic check finds a folder that does not exist yet.
        }
      }
    },
    look,
    close() {
      clearInterval(timer);
      clearTimeout(settling);
      end();
    },
  };
}

async function fingerprint(paths: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return found === undefined ? "-" : `${found.ino}:${found.size}:${found.mtimeMs}`;
    }),
  );
  return parts.join("|");
}
