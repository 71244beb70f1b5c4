import { expect, it } from "vitest";
import type { ProgramStart } from "../program.ts";
import { programFor } from "./images.ts";
import { piDigits } from "./piDigits.ts";

it("computes digits of pi and rounds the last one", () => {
  expect(piDigits(1)).toBe("3");
  expect(piDigits(5)).toBe("3.1416");
  expect(piDigits(51)).toBe("3.14159265358979323846264338327950288419716939937511");
  // Six nines begin at the 762nd digit after the point.
  expect(piDigits(2000).slice(2 + 761, 2 + 767)).toBe("999999");
  expect(piDigits(2000)).toHaveLength(2001);
});

/** Runs a program to its end, or for a fixed time when it is a server. */
async function run(more: Partial<ProgramStart>) {
  const printed: string[] = [];
  const sleeps: number[] = [];
  const start = {
    ...{ image: "", command: [], args: [], env: new Map(), annotations: {}, ports: [], rights: undefined },
    pod: { name: "p", namespace: "n", address: "10.0.0.1" },
    time: { now: () => 0, realNow: () => 0, sleep: async (time: number) => void sleeps.push(time) },
    print: (_stream: string, text: string) => void printed.push(text),
    ...more,
  } as unknown as ProgramStart;
  const running = programFor(start).start(start);
  const code = await Promise.race([running.exited, new Promise((resolve) => setImmediate(() => resolve("runs")))]);
  return { code, output: printed.join(""), sleeps };
}

it.each([
  ["hello-world prints its greeting and ends", { image: "hello-world" }, 0, "Hello from Docker!"],
  [
    "perl prints the digits of pi and ends",
    { image: "perl:5.34.0", command: ["perl", "-Mbignum=bpi", "-wle", "print bpi(2000)"] },
    0,
    "3.14159265358979323846",
  ],
  [
    "an unknown image of a job ends after 5 s",
    { image: "example/import:1", task: "job" as const },
    0,
    "ends after 5 s",
  ],
  [
    "an unknown image of an init container ends after 1 s",
    { image: "example/wait:1", task: "init" as const },
    0,
    "ends after 1 s",
  ],
  [
    "an unknown image of another container runs until it is stopped",
    { image: "example/web:1" },
    "runs",
    "runs until it is stopped",
  ],
  ["MySQL without a password fails", { image: "mysql:8.0" }, 1, "    - MYSQL_ROOT_PASSWORD\n"],
  [
    "PostgreSQL without a password fails",
    { image: "postgres:17" },
    1,
    "You must specify POSTGRES_PASSWORD to a non-empty value",
  ],
  ["MySQL with a password runs", { image: "mysql", env: new Map([["MYSQL_ROOT_PASSWORD", "x"]]) }, "runs", "ready for"],
  [
    "MariaDB accepts the MySQL name of its password variable",
    { image: "mariadb:11", env: new Map([["MYSQL_ROOT_PASSWORD_FILE", "/run/secret"]]) },
    "runs",
    "ready for connections",
  ],
])("%s", async (_name, more, code, text) => {
  const seen = await run(more);
  expect(seen.code).toBe(code);
  expect(seen.output).toContain(text);
});
