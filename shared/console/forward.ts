/** A port of a pod that the console's host forwards to an address of this machine. */
export interface Forward {
  readonly id: string;
  /** Id of the cluster. */
  readonly cluster: string;
  readonly namespace: string;
  readonly pod: string;
  /** Of the pod. */
  readonly port: number;
  /** What it was opened for: `service/web`, or `pod/web-1`. */
  readonly target: string;
  /** Of this machine's loopback address. */
  readonly localPort: number;
  /** Connections that are open now, and that were ever opened. */
  readonly open: number;
  readonly total: number;
  /** What went wrong with the latest connection; empty when nothing did. */
  readonly trouble: string;
}

/** What is asked for to open one. */
export interface ForwardWish {
  readonly namespace: string;
  readonly pod: string;
  readonly port: number;
  readonly target: string;
  /** Default: any free one. */
  readonly localPort?: number;
}
