import { expect, test } from "vitest";
import { programs } from "./programs.ts";

const node = (script: string): [string, string[]] => [process.execPath, ["-e", script]];

test("runs a program with arguments passed unchanged, and returns its exit code and output", async () => {
  const odd = 'a b; $(c) "d" & e';
  const script = "console.log(process.argv[1]); process.exitCode = 3";
  expect(await programs.ask(process.execPath, ["-e", script, odd])).toEqual({ code: 3, output: `${odd}\n` });
});

test("reports a missing program", async () => {
  expect((await programs.ask("/nowhere/program", [])).code).toBe(-1);
  expect(await programs.launch("/nowhere/program", [])).toBe(false);
});

test("a launched program succeeds when its exit code is 0", async () => {
  expect(await programs.launch(...node(""))).toBe(true);
  expect(await programs.launch(...node("process.exit(1)"))).toBe(false);
});
