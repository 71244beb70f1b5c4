import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compileSchema } from "./compile.ts";
import type { SchemaSource } from "./declaration.ts";

describe("compileSchema", () => {
  let root: string;

  const write = (name: string, text: string): void => {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), text);
  };

  /** Sources are older than anything written from now on. */
  const age = (name: string, seconds: number): void => {
    const when = new Date(Date.now() - seconds * 1000);
    utimesSync(join(root, name), when, when);
  };

  const proto = "server/model/schema/proto/core/v1.proto";

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "compile-"));
    write(
      proto,
      'syntax = "proto3"; package core.v1; option (definitions) = "api.core.v1"; message A { string b = 1; }',
    );
    write("node_modules/kubernetes-types/package.json", "{}");
    write(
      "node_modules/kubernetes-types/core/v1.d.ts",
      "/** An A. */\nexport interface A {\n  /** A b. */\n  b: string;\n}\n/** Unknown. */\nexport interface Z {}\n",
    );
    age(proto, 10);
    age("node_modules/kubernetes-types/package.json", 10);
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it("writes declarations and their descriptions", () => {
    const result = compileSchema(root);
    expect(result.written).toBe(true);
    const schema = JSON.parse(readFileSync(result.schemaFile, "utf8")) as SchemaSource;
    expect(schema.definitions["core.v1.A"]).toEqual({ fields: [{ name: "b", type: "string", tag: 1 }] });
    expect(JSON.parse(readFileSync(result.descriptionsFile, "utf8"))).toEqual({
      "api.core.v1.A": { "": "An A.", b: "A b." },
    });
  });

  it("does nothing without changes unless forced", () => {
    compileSchema(root);
    expect(compileSchema(root).written).toBe(false);
    expect(compileSchema(root, true).written).toBe(true);
    age(proto, -10);
    expect(compileSchema(root).written).toBe(true);
  });

  it("names a file that does not parse", () => {
    write(proto, "nonsense");
    expect(() => compileSchema(root)).toThrow("core/v1.proto");
  });
});
