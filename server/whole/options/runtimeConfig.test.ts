import { expect, test } from "vitest";
import { parseServeFlags } from "./parseFlags.ts";

const read = (...argv: string[]) => parseServeFlags(argv).options.runtimeConfig;

test("nothing is set by default", () => {
  expect(read()).toEqual({});
});

test("pairs stand in one list or several, and later ones win", () => {
  expect(read("--runtime-config=api/all=true,apps/v1=false", "--runtime-config=apps/v1=true")).toEqual({
    "api/all": "true",
    "apps/v1": "true",
  });
});

test("a key may stand alone", () => {
  expect(read("--runtime-config", "storage.k8s.io/v1beta1")).toEqual({ "storage.k8s.io/v1beta1": "" });
});
