import type { Timers } from "../../../../ground/timing/timers.ts";
import type { KmsValues } from "./kmsValues.ts";

/** A plug-in that the configuration names. */
export interface KmsPlugin {
  readonly values: KmsValues;
  /** Looks whether it is well, unless that was asked a moment ago. @throws Error in the reference's words */
  check(): Promise<void>;
  /** Looks at once, and from then on from time to time. Never rejects. */
  start(): Promise<void>;
  stop(): void;
}

/** How to tell whether a plug-in is well, whichever version it has. */
export interface KmsPluginParts {
  readonly timers: Timers;
  /** Called when values may be readable that could not be read before. */
  readonly onReadable: () => void;
  /** Called once for each time that it falls ill. */
  readonly onIll: (error: Error) => void;
}

/** What is watched of a plug-in. */
export interface WatchedPlugin {
  readonly values: KmsValues;
  /** @throws Error in the reference's words when it is not well */
  look(): Promise<void>;
  /** Asks again for the keys that it did not decrypt. @returns whether it decrypted any of them now */
  retry(): Promise<boolean>;
  close(): void;
}

/** Time until a plug-in is looked at again, in milliseconds: while it is well, and while it is not. */
export const WELL_INTERVAL = 60_000;
export const ILL_INTERVAL = 10_000;
/** An answer stands so long, in milliseconds. */
const WELL_STANDS = 20_000;
const ILL_STANDS = 3000;

/** Looks after a plug-in. */
export function watchedPlugin(plugin: WatchedPlugin, { timers, onReadable, onIll }: KmsPluginParts): KmsPlugin {
  let last: { readonly at: number; readonly error?: Error } | undefined;
  let checking: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let stopped = false;

  const look = async (): Promise<void> => {
    const wasIll = last?.error !== undefined;
    try {
      await plugin.look();
      last = { at: timers.now };
      const isMore = await plugin.retry();
      if ((wasIll || isMore) && !stopped) onReadable();
    } catch (error) {
      last = { at: timers.now, error: error as Error };
      if (!wasIll && !stopped) onIll(error as Error);
      throw error;
    }
  };

  const check = (): Promise<void> => {
    if (last !== undefined && timers.now - last.at < (last.error === undefined ? WELL_STANDS : ILL_STANDS)) {
      return last.error === undefined ? Promise.resolve() : Promise.reject(last.error);
    }
    checking ??= look().finally(() => {
      checking = undefined;
    });
    return checking;
  };

  const probe = async (): Promise<void> => {
    let pause = WELL_INTERVAL;
    await check().catch(() => {
      pause = ILL_INTERVAL;
    });
    if (!stopped) cancel = timers.after(pause, () => void probe());
  };

  return {
    values: plugin.values,
    check,
    start: probe,
    stop() {
      stopped = true;
      cancel?.();
      plugin.close();
    },
  };
}
