import { booleanFlag, durationFlag, type Flag, type FlagGroup } from "../../ground/settings/flag.ts";
import { OptionError } from "../../ground/settings/optionError.ts";

export const DELIVERY_MODES = ["batch", "blocking", "blocking-strict"] as const;

/** How audit events are delivered to a destination. The batch settings only apply in mode `batch`. */
export interface Delivery {
  /**
   * `batch`: requests do not wait; `blocking`: they wait; `blocking-strict`: they fail when they cannot be recorded.
   */
  readonly mode: string;
  readonly batchBufferSize: number;
  readonly batchMaxSize: number;
  /** Milliseconds. */
  readonly batchMaxWait: number;
  readonly batchThrottleEnable: boolean;
  /** Batches per second. */
  readonly batchThrottleQps: number;
  readonly batchThrottleBurst: number;
  readonly truncateEnabled: boolean;
  /** Bytes. */
  readonly truncateMaxBatchSize: number;
  readonly truncateMaxEventSize: number;
  /** Group and version of the events. */
  readonly version: string;
}

/** The destinations of events. */
export type DeliveryName = "log" | "webhook";

/** The settings of a destination, prefixed with its name: `auditLogMode`. */
export type DeliveryOptions<N extends DeliveryName> = {
  readonly [K in keyof Delivery as `audit${Capitalize<N>}${Capitalize<K>}`]: Delivery[K];
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const optionName = (place: DeliveryName, key: string): string => `audit${capital(place)}${capital(key)}`;

/** The settings of a destination without the prefix. */
export function deliveryOf<N extends DeliveryName>(place: N, options: DeliveryOptions<N>): Delivery {
  const all = options as Readonly<Record<string, unknown>>;
  const keys = Object.keys(flagsFor(place, LOG_DEFAULTS));
  return Object.fromEntries(keys.map((key) => [key, all[optionName(place, key)]])) as unknown as Delivery;
}

type Defaults = Pick<Delivery, "mode" | "batchMaxSize" | "batchThrottleEnable" | "batchThrottleQps"> & {
  readonly batchMaxWait: string;
  readonly batchThrottleBurst: number;
};

/** A file gets each event at once; a webhook gets few large requests. */
export const LOG_DEFAULTS: Defaults = {
  mode: "blocking",
  batchMaxSize: 1,
  batchMaxWait: "0s",
  batchThrottleEnable: false,
  batchThrottleQps: 0,
  batchThrottleBurst: 0,
};
export const WEBHOOK_DEFAULTS: Defaults = {
  mode: "batch",
  batchMaxSize: 400,
  batchMaxWait: "30s",
  batchThrottleEnable: true,
  batchThrottleQps: 10,
  batchThrottleBurst: 15,
};

/** Accepts any number, because an invalid one is reported later, in the reference's words, when all flags are known. */
export function anyNumberFlag(name: string, argument: string, about: string, byDefault: number): Flag<number> {
  const read = (texts: readonly string[]): number => {
    const text = texts.at(-1) ?? "";
    const value = Number(text);
    if (text.trim() !== "" && Number.isFinite(value)) return value;
    throw new OptionError(`--${name} must be a number, not ${JSON.stringify(text)}`);
  };
  return { name, argument, about, default: byDefault, shownDefault: String(byDefault), read };
}

/** Accepts any word; whether it is known is checked later, when all flags are read. */
export const anyWordFlag = (name: string, argument: string, about: string, byDefault: string): Flag<string> => ({
  name,
  argument,
  about,
  default: byDefault,
  shownDefault: byDefault,
  read: (texts) => texts.at(-1) ?? "",
});

/** The flags of a destination, `--audit-log-mode` and so on. */
export function deliveryFlags<N extends DeliveryName>(place: N, defaults: Defaults): FlagGroup<DeliveryOptions<N>> {
  const flags = Object.entries(flagsFor(place, defaults)).map(([key, flag]) => [optionName(place, key), flag]);
  return Object.fromEntries(flags) as unknown as FlagGroup<DeliveryOptions<N>>;
}

function flagsFor(place: DeliveryName, defaults: Defaults): FlagGroup<Delivery> {
  const name = (rest: string): string => `audit-${place}-${rest}`;
  const count = (rest: string, argument: string, about: string, byDefault: number): Flag<number> =>
    anyNumberFlag(name(rest), argument, `${about}; in mode batch`, byDefault);
  return {
    mode: anyWordFlag(
      name("mode"),
      "<mode>",
      `whether requests wait for their events to be recorded: ${DELIVERY_MODES.join(", ")}`,
      defaults.mode,
    ),
    batchBufferSize: count("batch-buffer-size", "<events>", "events that may wait", 10_000),
    batchMaxSize: count("batch-max-size", "<events>", "events recorded together at most", defaults.batchMaxSize),
    batchMaxWait: durationFlag(name("batch-max-wait"), "how long an event waits for others; in mode batch", {
      default: defaults.batchMaxWait,
    }),
    batchThrottleEnable: booleanFlag(
      name("batch-throttle-enable"),
      "limit batches by rate; in mode batch",
      defaults.batchThrottleEnable,
    ),
    batchThrottleQps: count("batch-throttle-qps", "<rate>", "batches a second", defaults.batchThrottleQps),
    batchThrottleBurst: count("batch-throttle-burst", "<batches>", "batches at once", defaults.batchThrottleBurst),
    truncateEnabled: booleanFlag(name("truncate-enabled"), "take bodies out of events that are too large", false),
    truncateMaxBatchSize: anyNumberFlag(
      name("truncate-max-batch-size"),
      "<bytes>",
      "events handed on together at most, when truncating",
      10 * 1024 * 1024,
    ),
    truncateMaxEventSize: anyNumberFlag(
      name("truncate-max-event-size"),
      "<bytes>",
      "an event at most, when truncating",
      100 * 1024,
    ),
    version: {
      ...anyWordFlag(name("version"), "<version>", "group and version of the events", "audit.{domain}/v1"),
      // The rendered group depends on another flag.
      shownDefault: "",
    },
  };
}
