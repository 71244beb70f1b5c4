import { spawn } from "node:child_process";
import { endAfter } from "../../../ground/timing/endAfter.ts";

/** Runs programs of the system, without a shell. */
export interface Programs {
  /** Runs a program to its end. @returns its exit code (-1 when it could not be run) and its output */
  ask(program: string, args: readonly string[]): Promise<{ code: number; output: string }>;
  /**
   * Starts a program that may outlive this process.
   * @returns whether it ended successfully, or is still running after a while
   */
  launch(program: string, args: readonly string[]): Promise<boolean>;
}

/** Timeout of a program that is run to its end, in milliseconds. */
const TIMEOUT = 5_000;
/** Milliseconds after which a program that still runs counts as started: some openers are themselves the browser. */
const STARTED_AFTER = 4_000;

export const programs: Programs = {
  ask: (program, args) =>
    new Promise((resolve) => {
      const child = spawn(program, [...args], { stdio: ["ignore", "pipe", "ignore"] });
      endAfter(child, TIMEOUT);
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        output = (output + chunk).slice(-4_096);
      });
      child.once("error", () => resolve({ code: -1, output }));
      child.once("close", (code) => resolve({ code: code ?? -1, output }));
    }),
  launch: (program, args) =>
    new Promise((resolve) => {
      const child = spawn(program, [...args], { stdio: "ignore", detached: true });
      const timer = setTimeout(() => end(true), STARTED_AFTER);
      const end = (isWell: boolean): void => {
        clearTimeout(timer);
        child.unref();
        resolve(isWell);
      };
      child.once("error", () => end(false));
      child.once("exit", (code) => end(code === 0));
    }),
};
