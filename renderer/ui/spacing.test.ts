import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const sheets = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".css"));

/** Properties for distances between elements, not for their sizes. */
const SPACING = /(?<=[\s;{])(?:margin|padding|gap|row-gap|column-gap)(?:-[a-z-]+)?:\s*([^;}]+)/g;
/** Steps of 4; also a hairline and two half-steps for the parts of a control. */
const isOnScale = (pixels: number): boolean => pixels % 4 === 0 || [1, 2, 6].includes(pixels);

const spaces = sheets.flatMap((path) =>
  [...readFileSync(join(root, path), "utf8").matchAll(SPACING)].flatMap(([whole, value = ""]) =>
    [...value.matchAll(/(?<![\w.])(\d+(?:\.\d+)?)px/g)].map(([, number]) => ({
      where: `${path}: ${whole}`,
      pixels: Number(number),
    })),
  ),
);

it("uses one spacing scale", () => {
  expect(spaces.length).toBeGreaterThan(400);
  expect(spaces.filter(({ pixels }) => !isOnScale(pixels)).map(({ where }) => where)).toEqual([]);
});
