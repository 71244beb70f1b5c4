import type { Timers } from "../../../../ground/timing/timers.ts";
import type { KmsValues } from "./kmsValues.ts";

/** A KMS plug-in of the configuration, with periodic health checks. */
export interface KmsPlugin {
  readonly values: KmsValues;
  /** Checks the plug-in's health; uses the last result if it is recent. @throws Error with the reference's message */
  check(): Promise<void>;
  /** Checks the plug-in's health now, and periodically from then on. Never rejects. */
  start(): Promise<void>;
  stop(): void;
}

/** Timers and callbacks for the health checks of a plug-in of either version. */
export interface KmsPluginParts {
  readonly timers: Timers;
  /** Called when values may have become readable. */
  readonly onReadable: () => void;
  /** Called each time that the plug-in changes from healthy to unhealthy. */
  readonly onUnhealthy: (error: Error) => void;
}

/** The operations of a plug-in that its health checks use. */
export interface WatchedPlugin {
  readonly values: KmsValues;
  /** Checks the plug-in's health. @throws Error with the reference's message when the plug-in is unhealthy */
  look(): Promise<void>;
  /** Retries the keys that the plug-in failed to decrypt. @returns whether it has decrypted any of them now */
  retry(): Promise<boolean>;
  close(): void;
}

/** Milliseconds until the next health check, while the plug-in is healthy and while it is unhealthy. */
export const HEALTHY_INTERVAL = 60_000;
export const UNHEALTHY_INTERVAL = 10_000;
/** Milliseconds for which the result of a health check is reused: of a healthy and of an unhealthy plug-in. */
const HEALTHY_TTL = 20_000;
const UNHEALTHY_TTL = 3000;

/** Adds periodic health checks to a plug-in. */
export function watchedPlugin(plugin: WatchedPlugin, { timers, onReadable, onUnhealthy }: KmsPluginParts): KmsPlugin {
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
      if (!wasIll && !stopped) onUnhealthy(error as Error);
      throw error;
    }
  };

  const check = (): Promise<void> => {
    if (last !== undefined && timers.now - last.at < (last.error === undefined ? HEALTHY_TTL : UNHEALTHY_TTL)) {
      return last.error === undefined ? Promise.resolve() : Promise.reject(last.error);
    }
    checking ??= look().finally(() => {
      checking = undefined;
    });
    return checking;
  };

  const probe = async (): Promise<void> => {
    let pause = HEALTHY_INTERVAL;
    await check().catch(() => {
      pause = UNHEALTHY_INTERVAL;
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
