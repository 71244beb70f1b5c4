import { aggregateText } from "../../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { Timers } from "../../../../ground/timing/timers.ts";
import { keyIdFault } from "./encryptedObject.ts";
import { hashOf, KmsKeys } from "./kmsKeys.ts";
import type { KmsService, KmsStatus } from "./kmsService.ts";

/** A plug-in that the configuration names. */
export interface KmsPlugin {
  readonly name: string;
  readonly keys: KmsKeys;
  /**
   * Checks whether the plug-in is healthy, unless that was checked a moment ago, and has a seed made if there is none
   * of its key.
   * @throws Error with the reference's messages
   */
  check(): Promise<void>;
  /** Checks at once, and periodically from then on. Never rejects. */
  start(): Promise<void>;
  stop(): void;
}

export interface KmsPluginParts {
  readonly name: string;
  readonly service: KmsService;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when values may have become readable. */
  readonly onReadable: () => void;
  /** Called once each time the plug-in becomes unhealthy. */
  readonly onIll: (error: Error) => void;
}

/** Milliseconds between two checks of a plug-in: while it is healthy, and while it is not. */
export const WELL_INTERVAL = 60_000;
export const ILL_INTERVAL = 10_000;
/** Milliseconds that the result of a check is reused: when healthy, and when not. */
const WELL_STANDS = 20_000;
const ILL_STANDS = 3000;

export function kmsPlugin({ name, service, timers, now, onReadable, onIll }: KmsPluginParts): KmsPlugin {
  const keys = new KmsKeys(service, now);
  let last: { readonly at: number; readonly error?: Error } | undefined;
  let version = "";
  let checking: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let stopped = false;

  const judge = async (status: KmsStatus): Promise<void> => {
    const faults: string[] = [];
    if (status.healthz !== "ok") faults.push(`got unexpected healthz status: ${status.healthz}`);
    if (status.version !== "v2" && status.version !== "v2beta1") {
      faults.push(`expected KMSv2 API version v2, got ${status.version}`);
    } else {
      version ||= status.version;
      if (version !== status.version) {
        const first = `the initial status response version ${version}`;
        faults.push(`KMSv2 API version should not change after ${first}, got ${status.version}`);
      }
    }
    const fault = keyIdFault(status.keyId);
    if (fault === undefined) await keys.rotate(status.keyId).catch((error) => faults.push(messageOf(error)));
    else faults.push(`got invalid KMSv2 KeyID hash ${JSON.stringify(hashOf(status.keyId))}: ${fault}`);
    if (faults.length > 0) throw new Error(`kmsv2 Provider ${name} is not healthy, error: ${aggregateText(faults)}`);
  };

  const look = async (): Promise<void> => {
    const wasIll = last?.error !== undefined;
    try {
      let status: KmsStatus;
      try {
        status = await service.status();
      } catch (error) {
        const why = messageOf(error);
        throw new Error(
          `failed to perform status section of the healthz check for KMS Provider ${name}, error: ${why}`,
        );
      }
      await judge(status);
      last = { at: timers.now };
      const isMore = await keys.retry();
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
    name,
    keys,
    check,
    start: probe,
    stop() {
      stopped = true;
      cancel?.();
      service.close();
    },
  };
}
