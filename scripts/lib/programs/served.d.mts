import type { ChildProcess } from "node:child_process";

/** A built server that runs as a process of its own. */
export interface BuiltServer {
  readonly url: string;
  /** Path of the administrator's kubeconfig. */
  readonly kubeconfig: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number>;
  /** Ends it in good order. */
  stop(): Promise<number>;
  /** Ends it and removes its data folder. */
  discard(): Promise<void>;
}

export function startBuiltServer(options?: {
  readonly flags?: readonly string[];
  readonly dataDir?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly program?: string;
}): Promise<BuiltServer>;
