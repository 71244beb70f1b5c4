import { expect, it } from "vitest";
import { clusterOf, other, panesFrom, panesUrl, shareOf } from "./panesUrl.ts";

const left = { path: "/c/shop/core/v1/pods?ns=dev", viewAs: undefined };
const right = { path: "/c/shop/access#top", viewAs: { username: "alice", groups: ["dev", "a, b"] } };
const read = (url: string) => panesFrom(new URL(url, "http://h").searchParams);

it("round-trips", () => {
  expect(read(panesUrl({ left, right }))).toEqual({ left, right, share: 50 });
  expect(read(panesUrl({ left: right, right: left, share: 30 }))).toEqual({ left: right, right: left, share: 30 });
});

it("accepts only pages of the console and no nested panes", () => {
  for (const path of ["", "//evil.example", "/\\evil.example", "https://evil.example", "/panes?left=/", "panes"]) {
    expect(read(`/panes?left=${encodeURIComponent(path)}`).left.path, path).toBe("/");
  }
  expect(read("/panes?left=/panes-of-glass").left.path).toBe("/panes-of-glass");
});

it("keeps a minimum width for both panes", () => {
  expect([-1, 10, 33.4, 90, Number.NaN].map(shareOf)).toEqual([25, 25, 33, 75, 50]);
  expect(read("/panes?share=x").share).toBe(50);
});

it("finds the cluster of a page", () => {
  expect(["/c/a%2Fb/time?x=1", "/c/a", "/settings", "/c/", "/c/%E0"].map(clusterOf)).toEqual([
    "a/b",
    "a",
    undefined,
    undefined,
    undefined,
  ]);
  expect([other("left"), other("right")]).toEqual(["right", "left"]);
});
