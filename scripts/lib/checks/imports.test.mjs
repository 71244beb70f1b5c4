import { describe, expect, test } from "vitest";
import { cycles, forbiddenArrows, specifiers } from "./imports.mjs";

const graph = (object) => new Map(Object.entries(object));

describe("specifiers", () => {
  test("finds all kinds of imports, including type imports and in TSX", () => {
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

  test("throws for a file that cannot be parsed", () => {
    expect(() => specifiers("x.ts", "import {")).toThrow(/x\.ts/);
  });
});

describe("forbiddenArrows", () => {
  test("allows the imports of the design", () => {
    const allowed = graph({
      "shared/a.ts": ["shared/b.ts"],
      "server/serving/http/a.ts": ["shared/a.ts", "node:fs", "express", "server/store/storage/a.ts"],
      "server/model/apply/a.ts": ["server/model/schema/a.ts", "server/model/apply/b/c.ts"],
      "server/whole/main.ts": ["server/whole/server.ts", "server/ground/cel/a.ts"],
      "server/ground/cel/a.test.ts": ["server/whole/server.ts", "server/testing/a.ts"],
      "server/testing/a.ts": ["server/whole/server.ts"],
      "renderer/a.tsx": ["shared/a.ts", "react", "renderer/ui/a.tsx"],
      "renderer/ui/a.tsx": ["renderer/localSettings/a.ts", "renderer/ui/b/c.tsx", "shared/a.ts"],
      "electron/a.ts": ["server/whole/server.ts", "electron"],
      "shared/a.test.ts": ["node:fs", "vitest"],
    });
    expect(forbiddenArrows(allowed)).toEqual([]);
  });

  test.each([
    ["shared/a.ts", "server/a.ts"],
    ["shared/a.ts", "node:fs"],
    ["shared/a.ts", "fs"],
    ["server/whole/server.ts", "renderer/a.ts"],
    ["server/whole/server.ts", "electron/a.ts"],
    ["renderer/a.tsx", "server/a.ts"],
    ["renderer/a.tsx", "node:path"],
    ["e2e/a.test.ts", "server/a.ts"],
    ["bench/a.ts", "shared/a.ts"],
    // To a higher storey, and to a later room within one storey.
    ["server/store/storage/a.ts", "server/api/registry/a.ts"],
    ["server/model/schema/a.ts", "server/whole/server.ts"],
    ["server/api/registry/a.ts", "server/api/resources/core/a.ts"],
    ["server/whole/server.ts", "server/whole/main.ts"],
    // Rooms that are not listed, and test helpers.
    ["server/a.ts", "shared/a.ts"],
    ["server/ground/attic/a.ts", "shared/a.ts"],
    ["server/serving/http/a.ts", "server/testing/a.ts"],
    ["server/serving/http/a.ts", "server/serving/http/testing/a.ts"],
    // To a later folder within the console.
    ["renderer/ui/a.tsx", "renderer/resources/a.ts"],
    ["renderer/api/a.ts", "renderer/ui/a.ts"],
    ["renderer/localSettings/a.ts", "renderer/i18n/a.ts"],
  ])("refuses %s → %s", (from, to) => {
    expect(forbiddenArrows(graph({ [from]: [to] }))).toHaveLength(1);
  });
});

describe("cycles", () => {
  test("finds none in a tree or a diamond", () => {
    expect(cycles(graph({ a: ["b", "c"], b: ["d"], c: ["d", "outside"], d: [] }))).toEqual([]);
  });

  test("finds each cycle once, whatever its length", () => {
    const found = cycles(graph({ a: ["b"], b: ["a"], c: ["d"], d: ["e"], e: ["c", "a"], f: ["f"], g: ["a"] }));
    expect(found.map((group) => [...group].sort().join("")).sort()).toEqual(["ab", "cde", "f"]);
  });
});
