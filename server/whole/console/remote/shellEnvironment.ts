import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { endAfter } from "../../../ground/timing/endAfter.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Maximum milliseconds for a login shell; profiles that ask for input never end. */
const TIMEOUT = 5_000;
const MAX_OUTPUT = 1024 * 1024;

/**
 * The environment of the user's login shell: a program that is started from a desktop lacks the PATH entries of
 * installed credential plugins. Falls back to the process's own environment when there is no shell, or it fails or
 * takes too long.
 *
 * @param shell path of the shell; default `$SHELL`
 */
export function loginShellEnvironment(
  own: Environment = process.env,
  options: { shell?: string; timeout?: number } = {},
): Promise<Environment> {
  const shell = options.shell ?? own["SHELL"] ?? "";
  if (shell === "" || process.platform === "win32") return Promise.resolve(own);
  // Profiles print greetings; the environment is the text between two marks.
  const mark = randomBytes(12).toString("hex");
  const script = `printf '%s' ${mark}; command env -0; printf '%s' ${mark}`;
  return new Promise((resolve) => {
    const child = spawn(shell, ["-ilc", script], {
      env: { ...own, TERM: "dumb" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    endAfter(child, options.timeout ?? TIMEOUT, "SIGKILL");
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.length > MAX_OUTPUT) child.kill("SIGKILL");
    });
    child.on("error", () => resolve(own));
    child.on("close", () => resolve({ ...own, ...readBetween(output, mark) }));
  });
}

/**
 * Parses variables between two marks, `NAME=value` each, terminated by a zero byte. Those about the shell itself are
 * left out.
 */
export function readBetween(output: string, mark: string): Record<string, string> {
  const parts = output.split(mark);
  if (parts.length < 3) return {};
  const pairs = (parts[1] ?? "").split("\0").flatMap((line): [string, string][] => {
    const at = line.indexOf("=");
    return at <= 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
  });
  return Object.fromEntries(pairs.filter(([name]) => !["TERM", "SHLVL", "PWD", "OLDPWD", "_"].includes(name)));
}
