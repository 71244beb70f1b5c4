import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";

/** Looks after files that may come, change and go. */
export interface FileWatch {
  /** Watches these instead; `onChange` is not called for that. */
  set(paths: readonly string[]): void;
  /** Looks at once, and calls `onChange` when something is different. */
  look(): Promise<void>;
  close(): void;
}

/** A change has to rest so long before it is reported, in milliseconds: files are often written in several steps. */
const SETTLE = 80;
/** What a folder's watch misses (networks, links) is seen at the next look, so many milliseconds later. */
const INTERVAL = 5_000;

/** Tells when one of the files changes, appears or goes. Their folders are watched, because files are replaced. */
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
    settling = setTimeout(() => void look(), SETTLE);
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
          // A folder that is not there yet is found by the timer.
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
