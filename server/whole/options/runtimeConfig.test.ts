import { expect, test } from "vitest";
import { parseServeFlags } from "./parseFlags.ts";

const read = (...argv: string[]) => parseServeFlags(argv).options.runtimeConfig;

test("sets nothing by default", () => {
  expect(read()).toEqual({});
});

test("accepts pairs in one list or several, where later ones win", () => {
  expect(read("--runtime-config=api/all=true,apps/v1=false", "--runtime-config=apps/v1=true")).toEqual({
    "api/all": "true",
    "apps/v1": "true",
  });
});

test("accepts a key without a value", () => {
  expect(read("--runtime-config", "storage.k8s.io/v1beta1")).toEqual({ "storage.k8s.io/v1beta1": "" });
});
