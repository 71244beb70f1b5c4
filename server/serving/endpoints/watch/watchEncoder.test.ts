import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CustomRules } from "../../../api/registry/customRules.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import { decodeCbor } from "../../../model/encoding/cbor/decodeCbor.ts";
import type { Negotiated } from "../../../model/encoding/negotiate.ts";
import { decodeProto } from "../../../model/encoding/protobuf/decodeProto.ts";
import { decodeUnknown } from "../../../model/encoding/protobuf/envelope.ts";
import { rawFields } from "../../../model/schema/openapi/testing/decodeGnostic.ts";
import { openTestServices, type TestServices, testContext } from "../../../testing/testServices.ts";
import { watchEncoder } from "./watchEncoder.ts";

const META = "apimachinery.pkg.apis.meta.v1";

let services: TestServices;
let configMaps: Resource;
beforeAll(async () => {
  services = await openTestServices();
  configMaps = services.resource("", "v1", "configmaps");
});
afterAll(() => services.close());

type As = Negotiated["as"];
type Wire = "json" | "protobuf" | "cbor";
const as = (kind: NonNullable<As>["kind"]): As => ({ kind, version: "v1" });

/** The bookmark's object as decoded by a client. */
function bookmark(resource: Resource, wire: Wire, form: As): { metadata: { annotations: Record<string, string> } } {
  const negotiated: Negotiated = { wire, contentType: `application/${wire}`, pretty: false, as: form };
  const context = testContext("GET", "/api/v1/configmaps?watch=true");
  const frame = watchEncoder(services, context, resource, negotiated).bookmark(7, true);
  const object = (): unknown => {
    if (wire === "json") return JSON.parse(frame.toString()).object;
    if (wire === "cbor") return (decodeCbor(frame) as { object: unknown }).object;
    const field = (message: Uint8Array, number: number): Uint8Array =>
      rawFields(message).find((each) => each.number === number)?.value as Uint8Array;
    const { kind, raw } = decodeUnknown(field(field(frame.subarray(4), 2), 1));
    const definition = kind === "ConfigMap" ? "api.core.v1.ConfigMap" : `${META}.${kind}`;
    return decodeProto(services.schema.definition(definition), raw);
  };
  const value = object() as { metadata?: object; rows?: { object: { metadata: object } }[] };
  const [row] = value.rows ?? [];
  return (row === undefined ? value : row.object) as ReturnType<typeof bookmark>;
}

const blueprint = (resource: Resource, wire: Wire, form: As): Buffer => {
  const { annotations } = bookmark(resource, wire, form).metadata;
  expect(annotations["k8s.io/initial-events-end"]).toBe("true");
  const text = annotations["kubernetes.io/initial-events-list-blueprint"] ?? "";
  const bytes = Buffer.from(text, "base64");
  expect(bytes.toString("base64")).toBe(text);
  return bytes;
};

const plainList = { kind: "ConfigMapList", apiVersion: "v1", metadata: {}, items: null };
const metadataList = { kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1", metadata: {}, items: null };

describe("the empty list in the bookmark that ends the initial events", () => {
  it.each([
    ["objects", undefined, plainList],
    ["metadata", as("PartialObjectMetadata"), metadataList],
  ] as const)("uses the encoding and representation of a watch of %s", (_, form, list) => {
    expect(blueprint(configMaps, "json", form).toString()).toBe(`${JSON.stringify(list)}\n`);
    const cbor = blueprint(configMaps, "cbor", form);
    expect(cbor.subarray(0, 3).toString("hex")).toBe("d9d9f7");
    expect(decodeCbor(cbor)).toEqual(list);
    const { kind, apiVersion, raw } = decodeUnknown(blueprint(configMaps, "protobuf", form));
    expect({ kind, apiVersion }).toEqual({ kind: list.kind, apiVersion: list.apiVersion });
    const type = form === undefined ? "api.core.v1.ConfigMapList" : `${META}.PartialObjectMetadataList`;
    expect(decodeProto(services.schema.definition(type), raw)["items"] ?? []).toEqual([]);
  });

  it("uses the list kind of a custom resource", () => {
    const custom: Resource = {
      ...configMaps,
      apiVersion: "test.example.com/v1",
      kind: "Widget",
      definition: { ...configMaps.definition, definition: "", listKind: "Widgets" },
      custom: { revision: "1" } as CustomRules,
    };
    const list = { apiVersion: "test.example.com/v1", items: [], kind: "Widgets" };
    expect(blueprint(custom, "json", undefined).toString()).toBe(`${JSON.stringify(list)}\n`);
    expect(decodeCbor(blueprint(custom, "cbor", undefined))).toEqual(list);
    expect(blueprint(custom, "json", as("PartialObjectMetadata")).toString()).toBe(`${JSON.stringify(metadataList)}\n`);
  });
});
