import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { wasmFile } from "./sqlJs.ts";
import { importNamesOf } from "./wasmNames.ts";

describe("importNamesOf", () => {
  const wasm = readFileSync(wasmFile());

  it("supports the installed build (this fails when sql.js is upgraded: add the new build's names)", () => {
    expect(() => importNamesOf(wasm)).not.toThrow();
  });

  it("returns imports that exist, each once", () => {
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm)).map(({ name }) => name);
    const names = Object.values(importNamesOf(wasm));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(imports).toContain(name);
  });

  it("refuses an unknown build", () => {
    const changed = Uint8Array.from(wasm);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => importNamesOf(changed)).toThrow(/unknown build of sql-wasm\.wasm \(sha256 [0-9a-f]{64}\)/);
  });
});
