import { baseName } from "../imageName.ts";
import type { Program, ProgramStart } from "../program.ts";
import { task } from "../task.ts";
import { piDigits } from "./piDigits.ts";

/** Milliseconds that an interpreter takes to compute many digits. */
const COMPUTING = 3_000;
/** Maximum number of digits: computing more would block the server. */
const MAX_DIGITS = 5_000;

/** Matches `perl -Mbignum=bpi -wle "print bpi(2000)"`, the usual example of a job. */
const PI = /^print\s+bpi\((\d+)\)\s*;?$/;

/**
 * The program of an image that does one thing and ends; undefined for other images, and when the image is given another
 * command.
 */
export function oneShot({
  image,
  command,
  args,
}: Pick<ProgramStart, "image" | "command" | "args">): Program | undefined {
  const argv = [...command, ...args];
  const name = baseName(image);
  if (name === "hello-world" && (argv.length === 0 || argv.join() === "/hello")) return hello;
  if (name !== "perl") return undefined;
  if (argv.length === 0) return task(async () => 0);
  const digits = Number(PI.exec(argv.at(-1)?.trim() ?? "")?.[1] ?? Number.NaN);
  const hasNumbers = baseName(argv[0] ?? "") === "perl" && argv.some((arg) => /^-Mbignum\b.*\bbpi\b/.test(arg));
  return hasNumbers && digits <= MAX_DIGITS ? pi(digits) : undefined;
}

const hello: Program = task(async ({ print }) => {
  const lines = [
    "",
    "Hello from Docker!",
    "This container is simulated. It shows that a pod can be placed, its image pulled, its program run, and its output read.",
    "",
  ];
  print("stdout", `${lines.join("\n")}\n`);
  return 0;
});

const pi = (digits: number): Program =>
  task(async ({ time, print }, signal) => {
    await time.sleep(COMPUTING, signal);
    if (!signal.aborted) print("stdout", `${piDigits(digits)}\n`);
    return 0;
  });
