import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/object.ts";
import { loadSchema } from "../schema.ts";
import { Definitions, reachable } from "./definitions.ts";
import { customName, publishedName } from "./publishedName.ts";

interface Row {
  name: string;
  type: string;
  protoOnly?: boolean;
  embedded?: boolean;
  ptr?: boolean;
  keep?: boolean;
  required?: boolean;
  listType?: string;
  mapKeys?: string[];
  mapType?: string;
  patch?: string;
  mergeKey?: string;
  default?: unknown;
  enum?: string[];
}
interface Fact {
  gvk?: [string, string, string][];
  mapType?: string;
  unions?: unknown;
  json?: string;
  alias?: string;
  openapi?: unknown;
  openapiV2?: unknown;
  fields: Row[];
}

const file = join(import.meta.dirname, "../../../../../shared/facts/types-1.32.json");
const available = existsSync(file);
if (!available) console.warn(`openapi/facts.test.ts: skipped, there is no ${file}`);
const facts = available ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Fact>) : {};

const SCALARS: Record<string, JsonObject> = {
  string: { type: "string" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  bool: { type: "boolean" },
  double: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte" },
  any: {},
};
const ZEROS: Record<string, unknown> = { string: "", int32: 0, int64: 0, bool: false, double: 0 };
const SPECIAL: Record<string, string> = {
  Time: "apimachinery.pkg.apis.meta.v1.Time",
  MicroTime: "apimachinery.pkg.apis.meta.v1.MicroTime",
  Duration: "apimachinery.pkg.apis.meta.v1.Duration",
  Quantity: "apimachinery.pkg.api.resource.Quantity",
  IntOrString: "apimachinery.pkg.util.intstr.IntOrString",
  JSON: "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON",
  RawExtension: "apimachinery.pkg.runtime.RawExtension",
};

/** The expected schema of a row for version 3, by the rules of the facts' README. */
function expectedSchema(type: string, row: Row): { schema: JsonObject; zero?: unknown } {
  const list = type.startsWith("[]") ? type.slice(2) : undefined;
  const map = type.startsWith("map[string]") ? type.slice("map[string]".length) : undefined;
  const inner = list ?? map;
  if (inner !== undefined) {
    const element = expectedSchema(
      inner,
      inner.startsWith("[]") ? { name: "", type: "" } : { name: "", type: "", enum: row.enum },
    );
    const items = element.zero === undefined ? element.schema : beside(element.schema, { default: element.zero });
    return {
      schema:
        list === undefined
          ? { type: "object", additionalProperties: items, ...extension("map-type", row.mapType) }
          : {
              type: "array",
              items,
              ...extension("list-type", row.listType),
              ...extension("list-map-keys", row.mapKeys),
            },
    };
  }
  const scalar = SCALARS[type];
  if (scalar !== undefined) {
    return { schema: { ...scalar, ...(row.enum === undefined ? {} : { enum: row.enum }) }, zero: ZEROS[type] };
  }
  const special = SPECIAL[type];
  const target = special === undefined ? type : `io.k8s.${special}`;
  const fact = facts[target];
  return {
    schema: { $ref: `#/components/schemas/${target}` },
    zero: fact === undefined || fact.json !== undefined ? undefined : {},
  };
}

const extension = (name: string, value: unknown): JsonObject =>
  value === undefined ? {} : ({ [`x-kubernetes-${name}`]: value } as JsonObject);

function beside(schema: JsonObject, siblings: Record<string, unknown>): JsonObject {
  const { $ref, ...rest } = schema;
  const more = siblings as JsonObject;
  if ($ref === undefined || Object.keys(siblings).length === 0) return { ...schema, ...more };
  return { allOf: [{ $ref }], ...rest, ...more };
}

function expectedField(row: Row): JsonObject {
  const { schema, zero } = expectedSchema(row.type, row);
  const struct = !row.type.startsWith("[]") && !row.type.startsWith("map[") && SCALARS[row.type] === undefined;
  const implied = row.ptr || zero === undefined ? undefined : struct ? {} : row.keep ? zero : undefined;
  const value = row.default ?? implied;
  return beside(schema, {
    ...(value === undefined ? {} : { default: value }),
    ...extension("patch-strategy", row.patch),
    ...extension("patch-merge-key", row.mergeKey),
    ...extension("list-type", row.listType),
    ...(struct ? extension("map-type", row.mapType) : {}),
  });
}

function expectedDefinition(fact: Fact): unknown {
  if (fact.json !== undefined) return fact.openapi ?? {};
  const rows = fact.fields.filter((row) => !row.protoOnly && !row.embedded);
  const required = rows.filter((row) => row.required).map((row) => row.name);
  return {
    type: "object",
    ...(rows.length === 0 ? {} : { properties: Object.fromEntries(rows.map((row) => [row.name, expectedField(row)])) }),
    ...(required.length === 0 ? {} : { required: required.sort() }),
    ...extension(
      "group-version-kind",
      fact.gvk?.map(([group, version, kind]) => ({ group, version, kind })),
    ),
    ...extension("map-type", fact.mapType),
    ...extension("unions", fact.unions),
  };
}

/** The schemas of some definitions and of all that they refer to, by published name. */
function schemasOf(version: 2 | 3, names: readonly string[], descriptions = {}): JsonObject {
  const definitions = new Definitions({ schema: loadSchema(), version, descriptions });
  const found = reachable(names, (name) => definitions.body(name));
  return Object.fromEntries([...found].map(([name, { value }]) => [definitions.published(name), value]));
}

describe.skipIf(!available)("Definitions compared with recorded facts", () => {
  const schema = loadSchema();
  const names = schema.names().filter((name) => facts[publishedName(schema.vocabulary, name)]?.alias === undefined);
  const schemas = schemasOf(3, names);

  it("match in every property, default, enum and extension", () => {
    const differences: string[] = [];
    for (const name of names) {
      const published = publishedName(schema.vocabulary, name);
      const fact = facts[published];
      if (fact === undefined) continue;
      try {
        expect(schemas[published]).toEqual(expectedDefinition(fact));
      } catch (error) {
        differences.push(`${published}: ${(error as Error).message.slice(0, 4000)}`);
      }
    }
    expect(differences).toEqual([]);
    expect(names.length).toBeGreaterThan(800);
  });

  it("use the alternative form in version 2", () => {
    const names = ["apimachinery.pkg.api.resource.Quantity", "apimachinery.pkg.util.intstr.IntOrString"];
    expect(schemasOf(2, names)).toEqual({
      "io.k8s.apimachinery.pkg.api.resource.Quantity": { type: "string" },
      "io.k8s.apimachinery.pkg.util.intstr.IntOrString": { type: "string", format: "int-or-string" },
    });
  });
});

describe("Definitions", () => {
  it("include only referenced types and their dependencies", () => {
    expect(Object.keys(schemasOf(3, ["api.core.v1.ConfigMap"])).sort()).toEqual([
      "io.k8s.api.core.v1.ConfigMap",
      "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1",
      "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry",
      "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
      "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference",
      "io.k8s.apimachinery.pkg.apis.meta.v1.Time",
    ]);
  });

  it("are referenced by their published name", () => {
    const definitions = new Definitions({ schema: loadSchema(), version: 3, descriptions: {} });
    const { value, uses } = definitions.write((writer) => [
      writer.ref("api.core.v1.Pod"),
      writer.ref(customName("core.api", "v1", "Pod")),
      writer.ref("api.core.v1.Pod"),
    ]);
    const pod = "#/components/schemas/io.k8s.api.core.v1.Pod";
    expect(value).toEqual([pod, "#/components/schemas/api.core.v1.Pod", pod]);
    expect(uses.size).toBe(2);
  });

  it("terminate on recursive types", () => {
    const props = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";
    const schemas = schemasOf(3, ["apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps"]);
    expect(schemas[props]).toMatchObject({ properties: { not: { $ref: `#/components/schemas/${props}` } } });
  });

  it("include descriptions of fields that are references", () => {
    const schemas = schemasOf(3, ["api.core.v1.ConfigMap"], {
      "api.core.v1.ConfigMap": { "": "Holds settings.", metadata: "Standard." },
    });
    expect(schemas["io.k8s.api.core.v1.ConfigMap"]).toMatchObject({
      description: "Holds settings.",
      properties: {
        metadata: {
          allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
          default: {},
          description: "Standard.",
        },
      },
    });
  });
});
