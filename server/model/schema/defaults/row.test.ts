import { expect, it } from "vitest";
import { rows } from "./row.ts";

it("parses the path of a row", () => {
  const paths = rows((r) => [r.set("a.b[*].c['d.e/f'].g[*]", 1)]).map(({ path }) => path);
  expect(paths).toEqual([["a", "b", "*", "c", "d.e/f", "g", "*"]]);
});
