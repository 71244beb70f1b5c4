/** A port of a pod that the console's host forwards to an address of this machine. */
export interface Forward {
  readonly id: string;
  /** Id of the cluster. */
  readonly cluster: string;
  readonly namespace: string;
  readonly pod: string;
  /** Port of the pod. */
  readonly port: number;
  /** The object that the user asked to forward to: `service/web`, or `pod/web-1`. */
  readonly target: string;
  /** Port on this machine's loopback address. */
  readonly localPort: number;
  /** Number of currently open connections, and of all connections so far. */
  readonly open: number;
  readonly total: number;
  /** Error of the latest connection; empty when there was none. */
  readonly trouble: string;
}

/** A request to open a forward. */
export interface ForwardRequest {
  readonly namespace: string;
  readonly pod: string;
  readonly port: number;
  readonly target: string;
  /** Default: any free port. */
  readonly localPort?: number;
}
