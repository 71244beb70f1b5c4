import { describe, expect, test } from "vitest";
import { cycles, forbiddenArrows, specifiers } from "./imports.mjs";

const graph = (object) => new Map(Object.entries(object));

describe("specifiers", () => {
  test("finds every form, types included, and in TSX", () => {
    const text = `
      import type { A } from "./a.ts";
      import b, { type C } from "./b.ts";
      import "./c.css";
      export type { D } from "./d.ts";
      export * from "./e.ts";
      const f = () => import("./f.tsx");
      const g = import(variable);
      // import "./no.ts";
      export const h = <p title="import './no.ts'">{f}</p>;
    `;
    expect(specifiers("x.tsx", text).sort()).toEqual(["./a.ts", "./b.ts", "./c.css", "./d.ts", "./e.ts", "./f.tsx"]);
  });

  test("a file that cannot be parsed is an error, not a pass", () => {
    expect(() => specifiers("x.ts", "import {")).toThrow(/x\.ts/);
  });
});

describe("forbiddenArrows", () => {
  test("allows the design's arrows", () => {
    const allowed = graph({
      "shared/a.ts": ["shared/b.ts"],
      "server/http/a.ts": ["shared/a.ts", "node:fs", "express", "server/storage/a.ts"],
      "server/apply/a.ts": ["server/schema/a.ts"],
      "renderer/a.tsx": ["shared/a.ts", "react"],
      "electron/a.ts": ["server/server.ts", "electron"],
      "shared/a.test.ts": ["node:fs", "vitest"],
    });
    expect(forbiddenArrows(allowed)).toEqual([]);
  });

  test.each([
    ["shared/a.ts", "server/a.ts"],
    ["shared/a.ts", "node:fs"],
    ["shared/a.ts", "fs"],
    ["server/a.ts", "renderer/a.ts"],
    ["server/a.ts", "electron/a.ts"],
    ["renderer/a.tsx", "server/a.ts"],
    ["renderer/a.tsx", "node:path"],
    ["e2e/a.test.ts", "server/a.ts"],
    ["bench/a.ts", "shared/a.ts"],
    ["server/storage/a.ts", "server/registry/a.ts"],
    ["server/schema/a.ts", "server/server.ts"],
    ["server/encoding/a.ts", "server/endpoints/a.ts"],
  ])("refuses %s → %s", (from, to) => {
    expect(forbiddenArrows(graph({ [from]: [to] }))).toHaveLength(1);
  });
});

describe("cycles", () => {
  test("none in a tree or a diamond", () => {
    expect(cycles(graph({ a: ["b", "c"], b: ["d"], c: ["d", "outside"], d: [] }))).toEqual([]);
  });

  test("finds each once, whatever its length", () => {
    const found = cycles(graph({ a: ["b"], b: ["a"], c: ["d"], d: ["e"], e: ["c", "a"], f: ["f"], g: ["a"] }));
    expect(found.map((group) => [...group].sort().join("")).sort()).toEqual(["ab", "cde", "f"]);
  });
});
