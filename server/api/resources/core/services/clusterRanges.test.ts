import { expect, it } from "vitest";
import { OptionError } from "../../../../ground/settings/optionError.ts";
import { apiServiceAddress, nameServerAddress, readClusterRanges, requireMappable } from "./clusterRanges.ts";

it("reads a single range or one per IP family in any order", () => {
  expect(readClusterRanges("10.96.0.0/12")).toEqual(["10.96.0.0/12"]);
  expect(readClusterRanges("10.96.0.0/16,fd00::/112")).toEqual(["10.96.0.0/16", "fd00::/112"]);
  expect(readClusterRanges(" fd00::/112 , 10.96.0.0/16 ")).toEqual(["fd00::/112", "10.96.0.0/16"]);
});

it.each([
  ["10.96.0.0/16,10.97.0.0/16", "the two ranges must be of different IP families"],
  ["fd00::/112,fd01::/112", "the two ranges must be of different IP families"],
  ["10.96.0.0/16,fd00::/112,fd01::/112", "must not hold more than two values"],
  ["10.96.0.0/16,", '"" is not a CIDR range'],
  ["nonsense,fd00::/112", '"nonsense" is not a CIDR range'],
  ["nonsense", '"nonsense" is not a CIDR range'],
])("rejects %s", (text, detail) => {
  expect(() => readClusterRanges(text)).toThrow(OptionError);
  expect(() => readClusterRanges(text)).toThrow(detail);
});

it.each([
  ["10.0.0.0/8", '"10.0.0.0/8" is too large; for 32-bit addresses, the mask must be >= 12'],
  ["10.96.0.0/12,fd00::/64", '"fd00::/64" is too large; for 128-bit addresses, the mask must be >= 108'],
])("rejects a bitmap for %s", (text, detail) => {
  expect(() => readClusterRanges(text)).not.toThrow();
  expect(() => requireMappable(text)).toThrow(OptionError);
  expect(() => requireMappable(text)).toThrow(detail);
  expect(() => requireMappable("10.96.0.0/12,fd00::/108")).not.toThrow();
});

it("assigns the tenth address of the first range to the DNS service", () => {
  expect(nameServerAddress("10.96.0.0/12")).toBe("10.96.0.10");
  expect(nameServerAddress("fd00:20::/112,10.96.0.0/16")).toBe("fd00:20::a");
  expect(nameServerAddress("10.20.0.0/29")).toBe("10.20.0.6");
});

it("assigns the first usable address of the first range to the API service", () => {
  expect(apiServiceAddress("10.96.0.0/12")).toBe("10.96.0.1");
  expect(apiServiceAddress("10.96.7.9/12,fd00::/112")).toBe("10.96.0.1");
  expect(apiServiceAddress("fd00:20::/112,10.96.0.0/16")).toBe("fd00:20::1");
  expect(() => apiServiceAddress("nonsense")).toThrow(OptionError);
});
