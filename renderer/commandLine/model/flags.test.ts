import { describe, expect, it } from "vitest";
import { numberOf, readInput, UsageError } from "./flags.ts";

const FLAGS = [
  { name: "namespace", short: "n", takes: true },
  { name: "all-namespaces", short: "A" },
  { name: "watch", short: "w" },
  { name: "replicas", takes: true },
  { name: "verb", takes: true },
];
const read = (line: string) => readInput(line.split(" "), FLAGS);

describe("readInput", () => {
  it.each([
    ["pods -n dev", "dev"],
    ["pods -ndev", "dev"],
    ["-n=dev pods", "dev"],
    ["pods --namespace dev", "dev"],
    ["--namespace=dev pods", "dev"],
    ["pods -wn dev", "dev"],
    ["pods -n a -n dev", "dev"],
  ])("%s", (line, namespace) => {
    const input = read(line);
    expect([input.args, input.value("namespace")]).toEqual([["pods"], namespace]);
  });

  it("separates arguments after --", () => {
    const input = read("web -w -- ls -l");
    expect([input.args, input.rest, input.has("watch")]).toEqual([["web"], ["ls", "-l"], true]);
  });

  it("gives all values of a flag, and allows switching a flag off", () => {
    const input = read("--verb=get,list --verb watch --watch=false");
    expect(input.values("verb", true)).toEqual(["get", "list", "watch"]);
    expect(input.has("watch")).toBe(false);
  });

  it.each([
    ["--nope", "error: unknown flag: --nope"],
    ["-x", "error: unknown shorthand flag: 'x' in -x"],
    ["pods -n", "error: flag needs an argument: -n"],
  ])("rejects %s", (line, message) => {
    expect(() => read(line)).toThrow(new UsageError(message));
  });
});

it("rejects a non-numeric value", () => {
  expect(numberOf(read("--replicas=3"), "replicas")).toBe(3);
  expect(numberOf(read("a"), "replicas")).toBeUndefined();
  expect(() => numberOf(read("--replicas=many"), "replicas")).toThrow(UsageError);
});
