import type { ChildProcess } from "node:child_process";

/**
 * Ends a child process that still runs after the given time. The `timeout` option of `spawn` does so as well, but its
 * timer stays when the program cannot be started, and keeps this process from ending.
 */
export function endAfter(child: ChildProcess, milliseconds: number, signal: NodeJS.Signals = "SIGTERM"): void {
  const timer = setTimeout(() => child.kill(signal), milliseconds);
  const forget = (): void => clearTimeout(timer);
  child.once("exit", forget).once("error", forget);
}
