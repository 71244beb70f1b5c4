import { resolve } from "node:path";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import {
  booleanFlag,
  durationFlag,
  type FlagGroup,
  fileFlag,
  filesFlag,
  listFlag,
  mapFlag,
  numberFlag,
  textFlag,
} from "./flag.ts";
import { declareFlags, defaultsOf, readFlags } from "./flagGroup.ts";

interface Settings {
  readonly word: string;
  readonly file: string | undefined;
  readonly files: readonly string[];
  readonly on: boolean;
  readonly size: number;
  readonly wait: number;
  readonly list: readonly string[];
  readonly map: Readonly<Record<string, string>>;
}

const group: FlagGroup<Settings> = {
  word: textFlag("word", { argument: "<w>", about: "a word", default: "hello" }),
  file: fileFlag("file", "a file"),
  files: filesFlag("files", "some files"),
  on: booleanFlag("on", "a switch", false),
  size: numberFlag("size", { argument: "<n>", about: "a size", min: 1, max: 9, default: 3 }),
  wait: durationFlag("wait", "a time", { min: "1s", max: "1h", default: "2m" }),
  list: listFlag("list", { argument: "[list]", about: "a list", default: ["*"], alone: "" }),
  map: mapFlag("map", "a map"),
};

function parse(...argv: string[]): Settings {
  const given = new Map<string, string[]>();
  const command = new Command("test").exitOverride().configureOutput({ writeErr: () => {} });
  declareFlags(command, group, given);
  command.parse(argv, { from: "user" });
  return readFlags(group, given);
}

describe("flag groups", () => {
  it("have defaults", () => {
    const defaults: Settings = {
      word: "hello",
      file: undefined,
      files: [],
      on: false,
      size: 3,
      wait: 120_000,
      list: ["*"],
      map: {},
    };
    expect(defaultsOf(group)).toEqual(defaults);
    expect(parse()).toEqual(defaults);
  });

  it("parse every kind of value", () => {
    expect(
      parse(
        "--word=w",
        "--file=f",
        "--files=a,b",
        "--files=c",
        "--on",
        "--size=9",
        "--wait=1m30s",
        "--list=a, b",
        "--map=a=1,b=2=3",
      ),
    ).toEqual({
      word: "w",
      file: resolve("f"),
      files: [resolve("a"), resolve("b"), resolve("c")],
      on: true,
      size: 9,
      wait: 90_000,
      list: ["a", "b"],
      map: { a: "1", b: "2=3" },
    });
  });

  it("use the last of repeated single values, and merge lists and maps", () => {
    const settings = parse("--size=1", "--size=2", "--list=a", "--list=b", "--map=a=1,b=1", "--map=b=2");
    expect(settings).toMatchObject({ size: 2, list: ["a", "b"], map: { a: "1", b: "2" } });
    expect(parse("--list=").list).toEqual([]);
  });

  it.each([
    ["--size=10", '--size must be a whole number from 1 to 9, not "10"'],
    ["--on=perhaps", '--on must be true or false, not "perhaps"'],
    ["--file=", "--file needs the path of a file"],
    ["--wait=5", '--wait: time: missing unit in duration "5"'],
    ["--wait=10ms", "--wait must be at least 1s"],
    ["--wait=2h", "--wait must be at most 1h0m0s"],
    ["--map=novalue", '--map: "novalue" is not of the form key=value'],
  ])("report what is wrong with %s", (argument, message) => {
    expect(() => parse(argument)).toThrow(message);
  });
});
