import { describe, expect, it } from "vitest";
import type { PaletteEntry, PaletteGroup } from "./paletteEntry.ts";
import { fitOf, rankEntries } from "./rankEntries.ts";

const entry = (group: PaletteGroup, title: string, ...words: string[]): PaletteEntry => ({
  id: `${group} ${title}`,
  group,
  title,
  words,
  icon: "inbox",
  run: () => undefined,
});

const ENTRIES = [
  entry("kinds", "Ingress Classes", "ingressclasses"),
  entry("kinds", "CSI Drivers", "csidrivers"),
  entry("kinds", "Pods", "pods", "pod", "po"),
  entry("kinds", "Pod Templates", "podtemplates"),
  entry("kinds", "Pod Disruption Budgets", "poddisruptionbudgets", "pdb"),
  entry("pages", "Settings", "settings", "preferences"),
  entry("actions", "Dark", "theme", "dark"),
  entry("create", "New Pod", "new", "create", "pod"),
  entry("settings", "Settings: Theme", "theme", "dark", "light"),
  entry("objects", "po", "pod"),
  entry("objects", "settings"),
];
const titles = (query: string): string[] =>
  rankEntries(ENTRIES, query, 8).flatMap(({ entries }) => entries.map(({ title }) => title));

describe("rankEntries", () => {
  it("ranks exact titles first, and pages before other exact titles", () => {
    expect(titles("settings")).toEqual(["Settings", "settings", "Settings: Theme"]);
    expect(titles("dark")[0]).toBe("Dark");
    expect(titles("Pods")[0]).toBe("Pods");
    expect(titles("pdb")).toEqual(["Pod Disruption Budgets"]);
  });

  it("does not match letters scattered over a name", () => {
    expect(titles("dark")).not.toContain("CSI Drivers");
    expect(titles("settings")).not.toContain("Ingress Classes");
    expect(titles("xyz")).toEqual([]);
  });

  it("ranks a short name before a prefix, and an exact object name before both", () => {
    expect(titles("po").slice(0, 2)).toEqual(["po", "Pods"]);
  });

  it("ranks a workload before its pods, and names that match only by their kind as they come", () => {
    const pods = ["store-7d9f-x2x4z", "store-7d9f-aaaaa"].map((name) => entry("objects", name, "pod"));
    const ranked = (query: string): string[] =>
      rankEntries([...pods, entry("objects", "store", "deployment")], query, 8).flatMap(({ entries }) =>
        entries.map(({ title }) => title),
      );
    expect(ranked("sto")).toEqual(["store", "store-7d9f-x2x4z", "store-7d9f-aaaaa"]);
    expect(ranked("pod")).toEqual(["store-7d9f-x2x4z", "store-7d9f-aaaaa"]);
  });

  it("takes typed words in any order", () => {
    expect(titles("budgets pod")).toEqual(["Pod Disruption Budgets"]);
    expect(titles("theme set")).toEqual(["Settings: Theme"]);
  });

  it("lists all entries by group in order when the query is empty", () => {
    expect(rankEntries(ENTRIES, "  ", 2).map(({ group, entries }) => [group, entries.length])).toEqual([
      ["pages", 1],
      ["kinds", 2],
      ["objects", 2],
      ["actions", 1],
      ["create", 1],
      ["settings", 1],
    ]);
  });
});

describe("fitOf", () => {
  it("decreases from the whole title to scattered words", () => {
    const one = entry("kinds", "Pod Templates", "podtemplates", "tpl");
    const fits = ["pod templates", "tpl", "pod t", "temp", "podt", "plates", "podtemp", "tpl pod", "x"];
    const given = fits.map((query) => fitOf(one, query));
    expect(given).toEqual([100, 90, 80, 70, 60, 50, 60, 30, 0]);
  });

  it("treats a name with dashes as one word", () => {
    expect(fitOf(entry("objects", "web", "cm"), "web-c")).toBe(0);
    expect(fitOf(entry("objects", "my-web-copy"), "web-c")).toBe(50);
    expect(fitOf(entry("kinds", "Pods"), "--")).toBe(0);
  });
});
