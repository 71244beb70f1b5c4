import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { en } from "./en.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const PLURAL = /_(one|other)$/;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function keysOf(texts: object, path = ""): string[] {
  return Object.entries(texts).flatMap(([name, inner]) => {
    const key = path === "" ? name : `${path}.${name}`;
    return typeof inner === "string" ? [key.replace(PLURAL, "")] : keysOf(inner, key);
  });
}

/** String literals in the code, and patterns for those that are composed of parts. */
function stringsOfCode(): { whole: Set<string>; named: Set<string>; patterns: RegExp[] } {
  const whole = new Set<string>();
  // Literals within the parentheses of a translation call.
  const named = new Set<string>();
  const patterns: RegExp[] = [];
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith("i18n") && !file.includes(".test."),
  );
  for (const file of files) {
    const code = readFileSync(`${root}/${file}`, "utf8");
    for (const [, text = ""] of code.matchAll(/"([\w.]+)"/g)) whole.add(text);
    for (const [, inner = ""] of code.matchAll(/\bt\(([^()`]*)/g)) {
      for (const [, text = ""] of inner.matchAll(/"(\w+\.[\w.]+)"/g)) named.add(text);
    }
    for (const [, text = ""] of code.matchAll(/`((?:[\w.]|\$\{[^`{}]*\})+)`/g)) {
      const parts = text.split(/\$\{[^}]*\}/);
      if (parts.length > 1) patterns.push(new RegExp(`^${parts.map(escaped).join(".+")}$`));
      whole.add(text);
    }
  }
  return { whole, named, patterns };
}

it("has no unused texts", () => {
  const { whole, patterns } = stringsOfCode();
  const isUsed = (key: string): boolean => whole.has(key) || patterns.some((pattern) => pattern.test(key));
  expect(keysOf(en).filter((key) => !isUsed(key))).toEqual([]);
});

it("has every text referenced by name", () => {
  const known = new Set(keysOf(en));
  const sections = new Set(Object.keys(en));
  const asked = [...stringsOfCode().named].filter((key) => sections.has(key.split(".")[0] ?? ""));
  expect(asked.length).toBeGreaterThan(1_000);
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
});
