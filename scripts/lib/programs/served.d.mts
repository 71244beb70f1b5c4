import type { ChildProcess } from "node:child_process";

/** A built server in a separate process. */
export interface BuiltServer {
  readonly url: string;
  /** Path of the administrator's kubeconfig. */
  readonly kubeconfig: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** Resolves with the exit code when the process has ended. */
  readonly ended: Promise<number>;
  /** Ends the process gracefully; resolves with the exit code. */
  stop(): Promise<number>;
  /** Ends the process and removes its data folder. */
  discard(): Promise<void>;
}

export function startBuiltServer(options?: {
  readonly flags?: readonly string[];
  readonly dataDir?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly program?: string;
}): Promise<BuiltServer>;
