/** What can go wrong on purpose, and on what. */
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

/** A request that something goes wrong. */
export interface TroubleRequest {
  readonly kind: TroubleKind;
  /** `node`, `namespace/pod`, `namespace/pod/container`, an image's name; empty for the API. */
  readonly target: string;
  /** Milliseconds of the sandbox's time after which it is over; undefined for until it is ended. */
  readonly duration?: number | undefined;
}

/** What goes wrong now. */
export interface Trouble {
  readonly id: string;
  readonly kind: TroubleKind;
  readonly target: string;
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly since: number;
  readonly until: number | undefined;
}

/** A request that cannot be met: what it names is not there, or not meant. */
export class TroubleError extends Error {}

/** Makes something go wrong. @returns what ends it; undefined where it has happened and is over @throws TroubleError */
export type TroubleMaker = (target: string) => (() => void) | undefined;
