import { expect, it } from "vitest";
import { start } from "../testing/startRun.ts";
import { missingProgramNames } from "./missingProgramNames.ts";

it.each([
  ["start-zookeeper --servers=3", ["start-zookeeper"]],
  ['set -ex\ncd /tmp\nexec ncat --listen 3307 -c "xtrabackup"', ["ncat"]],
  ["if ready; then serve && report | collect; fi", ["ready", "serve", "report", "collect"]],
  ["f() { echo on; }; f; x=$(guess)", ["guess"]],
  ["echo start; known --with words", []],
  ["FOO=bar baz", []],
])("finds the stand-in programs of %j", (script, names) => {
  expect(missingProgramNames(script, (name) => name === "known")).toEqual(names);
});

it("scans long scripts in linear time", () => {
  const script = `${" ".repeat(200_000)}run;${"\n".repeat(200_000)}next`;
  const began = performance.now();
  expect(missingProgramNames(script, () => false)).toEqual(["run", "next"]);
  expect(performance.now() - began).toBeLessThan(1000);
});

it("finds no functions in a long word with dots, at each of which a word could begin", () => {
  expect(missingProgramNames(`run; echo ${".a".repeat(500_000)}`, () => false)).toEqual(["run"]);
});

it("runs the program of an unknown image in place of an unknown command", async () => {
  const served: unknown[] = [];
  const call = (what: { readonly name: string; readonly argv?: readonly string[] }): unknown => {
    if (what.name === "serve") served.push(what.argv);
    return what.name === "serve" ? 7 : [];
  };
  const argv = ["sh", "-c", "exec start-it --now"];
  const known = await start({ argv, call, serves: true });
  expect([await known.ended, served]).toEqual([127, []]);
  const unknown = await start({ argv, call, serves: true, isFallback: true });
  expect([await unknown.ended, served]).toEqual([7, [["start-it", "--now"]]]);
});
