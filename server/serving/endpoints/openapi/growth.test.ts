import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../api/extensions/schema/jsonSchema.ts";
import { GNOSTIC_V2 } from "../../../model/schema/openapi/gnosticV2.ts";
import { GNOSTIC_V3 } from "../../../model/schema/openapi/gnosticV3.ts";
import { decodeGnostic } from "../../../model/schema/openapi/testing/decodeGnostic.ts";
import type { EncodedDocument } from "./encodedDocument.ts";
import { OpenApiDocuments } from "./openApiDocuments.ts";
import { manyDefinitions, testSources } from "./testing/testSources.ts";

const json = ({ json }: EncodedDocument): unknown => JSON.parse(Buffer.concat(json).toString());

describe("OpenAPI documents of many custom resource definitions", () => {
  const sources = testSources();
  const custom = manyDefinitions(sources, 100);
  sources.catalog.replaceCustom([], custom);
  const made = new OpenApiDocuments(sources);

  it("are the same in JSON and protobuf", async () => {
    const document = await made.v2();
    const value = json(document) as { definitions: Record<string, unknown> };
    expect(Object.keys(value.definitions).filter((name) => name.startsWith("com.example."))).toHaveLength(200);
    expect(decodeGnostic(GNOSTIC_V2, Buffer.concat(await document.protobuf()))).toEqual(value);
  });

  it("reuse the encoded parts of unchanged definitions", async () => {
    const before = new Set((await made.v2()).json);
    sources.catalog.replaceCustom(custom.slice(0, 1), []);
    const written = (await made.v2()).json
      .filter((chunk) => !before.has(chunk))
      .map((chunk) => Buffer.from(chunk).toString());
    // Paths that belong to no resource are small and are written again each time.
    expect(written.filter((text) => /namespaces|"com[.]example/.test(text))).toEqual([]);
  });

  it("yield to other work while they are built", async () => {
    const fresh = new OpenApiDocuments(sources);
    let [turns, longest, last] = [0, 0, performance.now()];
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      turns += 1;
    }, 0);
    try {
      await (await fresh.v2()).protobuf();
    } finally {
      clearInterval(watch);
    }
    expect(turns).toBeGreaterThan(3);
    expect(longest).toBeLessThan(1000);
  });
});

describe("a definition with very many properties", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: Object.fromEntries(Array.from({ length: 8000 }, (_, i) => [`property${i}`, { type: "string" }])),
      },
    },
  };
  const sources = testSources();
  sources.catalog.replaceCustom([], manyDefinitions(sources, 1, schema));
  const made = new OpenApiDocuments(sources);

  it.each([
    ["2", GNOSTIC_V2, () => made.v2()],
    ["3", GNOSTIC_V3, () => made.v3("apis/g0.example.com/v1")],
  ] as const)("is encoded in JSON and protobuf in version %s", async (_, messages, make) => {
    const document = (await make()) as EncodedDocument;
    expect(decodeGnostic(messages, Buffer.concat(await document.protobuf()))).toEqual(json(document));
  });
});

describe("a custom kind with the name of a built-in definition", () => {
  it("does not replace the built-in one", async () => {
    const sources = testSources();
    const [sample] = manyDefinitions(sources, 1);
    if (sample === undefined) throw new Error("there is no sample");
    sources.catalog.replaceCustom([], [{ ...sample, group: "core.api", version: "v1", kind: "Pod" }]);
    const { definitions } = json(await new OpenApiDocuments(sources).v2()) as { definitions: Record<string, object> };
    expect(definitions["io.k8s.api.core.v1.Pod"]).toHaveProperty("properties.spec.$ref");
    expect(definitions["api.core.v1.Pod"]).toHaveProperty("properties.spec.properties.field0");
  });
});
