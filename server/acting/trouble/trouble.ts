/** The kinds of trouble that users can cause, and their kinds of targets. */
export const TROUBLES = {
  "node-down": "node",
  "node-cut-off": "node",
  "node-slow": "node",
  "node-memory-pressure": "node",
  "node-disk-pressure": "node",
  "container-killed": "container",
  "container-out-of-memory": "container",
  "probe-failing": "pod",
  "image-missing": "image",
  "api-slow": "api",
} as const;

export type TroubleKind = keyof typeof TROUBLES;

/** A request to cause a trouble. */
export interface TroubleRequest {
  readonly kind: TroubleKind;
  /** `node`, `namespace/pod`, `namespace/pod/container`, an image's name; empty for the API. */
  readonly target: string;
  /** Milliseconds of the sandbox's time after which the trouble ends; undefined to last until it is ended. */
  readonly duration?: number | undefined;
}

/** A trouble that is currently in effect. */
export interface Trouble {
  readonly id: string;
  readonly kind: TroubleKind;
  readonly target: string;
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly since: number;
  readonly until: number | undefined;
}

/** A request that cannot be satisfied: its target does not exist, or is of the wrong kind. */
export class TroubleError extends Error {}

/** Causes a trouble. @returns a function that ends it; undefined when it was momentary @throws TroubleError */
export type TroubleHandler = (target: string) => (() => void) | undefined;
