import { describe, expect, it } from "vitest";
import { parseFieldsV1 } from "../fieldset/fieldsV1.ts";
import { typeOfOwnership } from "./typeOfOwnership.ts";
import { childType, DEDUCED, shapeOf } from "./typeShape.ts";

const type = typeOfOwnership(
  parseFieldsV1({
    "f:metadata": { "f:finalizers": { ".": {}, 'v:"a"': {} } },
    "f:spec": {
      "f:atom": {},
      "f:gran": { "f:a": {} },
      "f:ports": {
        'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} },
        'k:{"port":81,"protocol":"TCP"}': { "f:inner": { 'v:"x"': {} } },
      },
    },
  }),
);

function at(...names: string[]) {
  let found = type;
  for (const name of names) found = (found.kind === "struct" ? childType(found, name) : undefined) ?? DEDUCED;
  return found;
}

describe("typeOfOwnership", () => {
  it("deduces list types from the keys and values of owned items", () => {
    expect(at("spec", "ports")).toMatchObject({ listType: "map", mapKeys: ["port", "protocol"] });
    expect(at("metadata", "finalizers")).toMatchObject({ listType: "set" });
  });

  it("merges the types of all items of a list", () => {
    const ports = at("spec", "ports");
    if (ports.kind !== "list" || ports.items.kind !== "struct") throw new Error("items have no fields");
    expect(ports.items.byName.get("inner")?.type).toMatchObject({ listType: "set" });
  });

  it("leaves everything else untyped", () => {
    expect(shapeOf(at("spec", "atom"), ["a"])).toEqual({ kind: "leaf" });
    expect(shapeOf(at("spec", "gran"), { a: 1 })).toMatchObject({ kind: "fields" });
    expect(at("spec", "unknown")).toBe(DEDUCED);
    expect(typeOfOwnership(new Map())).toBe(DEDUCED);
  });
});
