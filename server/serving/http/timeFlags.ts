import { booleanFlag, durationFlag, type FlagGroup, numberFlag } from "../../ground/settings/flag.ts";

/** Time limits. All times are in milliseconds, unless stated otherwise. */
export interface TimeOptions {
  /** The time limit of a request that is neither a watch nor another long-running request. */
  readonly requestTimeout: number;
  /**
   * Seconds after which a watch without its own timeout is ended: a random time between this and twice this; 0 for
   * never.
   */
  readonly minRequestTimeout: number;
  /** Period after the start in which parts that have not started yet do not make the liveness check fail. */
  readonly livezGracePeriod: number;
  /** Period for which the server continues after it was told to stop, so that clients and load balancers notice. */
  readonly shutdownDelay: number;
  /**
   * Whether new requests are answered with 429 while running requests are finished at shutdown; if false, the server
   * stops listening.
   */
  readonly shutdownSendRetryAfter: boolean;
  /** Period over which watches are ended; all at once when it is 0. */
  readonly shutdownWatchGracePeriod: number;
}

export const timeFlags: FlagGroup<TimeOptions> = {
  requestTimeout: durationFlag("request-timeout", "how long a request may take that is no watch", {
    min: "1ms",
    default: "1m",
  }),
  minRequestTimeout: numberFlag("min-request-timeout", {
    argument: "<seconds>",
    about: "watches that do not say how long they shall last are ended after one to two times as long; 0 for never",
    min: 0,
    max: 2 ** 31 - 1,
    default: 1800,
  }),
  livezGracePeriod: durationFlag(
    "livez-grace-period",
    "how long after its start the server counts as alive whatever has not started yet",
    {
      default: "0s",
    },
  ),
  shutdownDelay: durationFlag(
    "shutdown-delay-duration",
    "how long the server goes on after it was told to stop, and is not ready",
    {
      default: "0s",
    },
  ),
  shutdownSendRetryAfter: booleanFlag(
    "shutdown-send-retry-after",
    "answer 429 to new requests while those under way are finished at the end",
    false,
  ),
  shutdownWatchGracePeriod: durationFlag(
    "shutdown-watch-termination-grace-period",
    "over how long a time watches are ended when the server stops",
    { default: "0s" },
  ),
};
