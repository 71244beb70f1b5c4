import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const sheets = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".css"));
/** The values of a property in all style sheets, with file names. */
const said = (pattern: RegExp): string[] =>
  sheets.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(pattern)].map(([text]) => `${path}: ${text}`),
  );

it("uses five font sizes", () => {
  const sizes = said(/font-size: [^;]+/g);
  expect(sizes.length).toBeGreaterThan(50);
  expect(
    sizes.filter((each) => !/font-size: (var\(--size-(small|body|head|title|figure)\)|inherit)$/.test(each)),
  ).toEqual([]);
  expect(said(/font: [^;]*\d(px|em|rem|pt)[^;]*/g)).toEqual([]);
});

it("uses three font weights", () => {
  const weights = said(/font-weight: [^;]+/g);
  expect(weights.length).toBeGreaterThan(20);
  expect(weights.filter((each) => !/font-weight: (400|500|600|inherit)$/.test(each))).toEqual([]);
});

it("uses font families only in the design tokens", () => {
  const families = said(/(font-family|--font|--mono): [^;]+/g);
  expect(
    families.filter(
      (each) => !each.startsWith(join("ui", "theme", "tokens.css")) && !/var\(--(font|mono)\)|inherit/.test(each),
    ),
  ).toEqual([]);
});
