import { describe, expect, it } from "vitest";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { encodeProto } from "../../../model/encoding/protobuf/encodeProto.ts";
import { encodeUnknown } from "../../../model/encoding/protobuf/envelope.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { UndecodableValue } from "../../../store/cache/valueDecoder.ts";
import type { Value } from "../../../store/storage/storage.ts";
import { referenceStore } from "../../../testing/storage/referenceStore.ts";
import { allDefinitions } from "../../resources/all.ts";
import { createObjectCodec, type ObjectCodec } from "./objectCodec.ts";

const decoded = (codec: ObjectCodec, value: Value): unknown => atOnce(codec.decode(value));
const encoded = (codec: ObjectCodec, object: ApiObject): Value => atOnce(codec.encode(object));
const schema = loadSchema();
const options = { schema, definitions: allDefinitions };
const binary = createObjectCodec({ ...options, format: "protobuf", trustsText: false });
const text = createObjectCodec({ ...options, format: "json", trustsText: true });
const bytes = (value: unknown): Buffer => Buffer.from(stringifyJson(value));

const kit = referenceStore();
if (kit === undefined) console.warn("objectCodec.test.ts: the recorded store is not at hand");

describe.skipIf(kit === undefined)("Objects stored by a reference server", () => {
  /** Keys whose objects gain defaults on reading, which the next write stores: a job gets the labels of its pods. */
  const ENRICHED = ["/registry/jobs/shop/once"];

  it.each((kit?.entries ?? []).map(({ key, value }) => [key, value] as const))("%s", (key, value) => {
    const object = decoded(binary, value) as ApiObject;
    const again = Buffer.from(encoded(binary, object));
    if (ENRICHED.includes(key)) expect(decoded(binary, again)).toEqual(object);
    else expect(again.equals(value)).toBe(true);
    expect(decoded(text, encoded(text, object))).toEqual(object);
    expect(decoded(binary, Buffer.from(encoded(text, object)))).toEqual(object);
  });
});

describe("Stored values", () => {
  const metadata = { name: "a", creationTimestamp: null };

  it("are read with missing defaults applied, unless they are this server's own JSON", () => {
    const secret = { kind: "Secret", apiVersion: "v1", metadata };
    expect(decoded(binary, bytes(secret))).toMatchObject({ type: "Opaque" });
    expect(decoded(text, bytes(secret))).toMatchObject({ type: "Opaque" });
    expect(decoded(binary, stringifyJson(secret))).toMatchObject({ type: "Opaque" });
    expect(decoded(text, stringifyJson(secret))).toEqual(secret);
  });

  it.each<[object, object]>([
    [{ clusterIP: "10.0.0.7" }, { clusterIPs: ["10.0.0.7"], ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" }],
    [{ clusterIP: "fd00::7" }, { clusterIPs: ["fd00::7"], ipFamilies: ["IPv6"] }],
    [
      { clusterIP: "None", selector: { a: "b" } },
      { clusterIPs: ["None"], ipFamilies: ["IPv6"], ipFamilyPolicy: "SingleStack" },
    ],
    [{ clusterIP: "None" }, { ipFamilies: ["IPv6", "IPv4"], ipFamilyPolicy: "RequireDualStack" }],
    [
      { clusterIP: "None", ipFamilies: ["IPv4"] },
      { clusterIPs: ["None"], ipFamilies: ["IPv4"] },
    ],
  ])("of a service without IP families, %j, are completed", (spec, completed) => {
    const codec = createObjectCodec({ ...options, format: "protobuf", trustsText: false, families: ["IPv6"] });
    const stored = { kind: "Service", apiVersion: "v1", metadata, spec };
    expect(decoded(codec, bytes(stored))).toMatchObject({ spec: completed });
    const named = { ...stored, spec: { type: "ExternalName", externalName: "a.b" } };
    expect(Object.keys((decoded(codec, bytes(named)) as { spec: object }).spec)).not.toContain("ipFamilies");
  });

  it("are read in any known version", () => {
    const node = schema.definition("api.autoscaling.v1.HorizontalPodAutoscaler");
    const spec = {
      maxReplicas: 3,
      scaleTargetRef: { kind: "Deployment", name: "web" },
      targetCPUUtilizationPercentage: 70,
    };
    const raw = encodeProto(node, { metadata, spec });
    const stored = encodeUnknown({ apiVersion: "autoscaling/v1", kind: "HorizontalPodAutoscaler", raw });
    expect(decoded(binary, stored)).toMatchObject({
      apiVersion: "autoscaling/v2",
      spec: { maxReplicas: 3, metrics: [{ type: "Resource", resource: { name: "cpu" } }] },
    });
  });

  it("are rejected if they are not objects of a known kind", () => {
    const strange = encodeUnknown({ apiVersion: "v9", kind: "Pod", raw: new Uint8Array() });
    expect(() => decoded(binary, strange)).toThrow('no kind "Pod" is registered for version "v9"');
    const torn = Buffer.from(encoded(binary, { kind: "Secret", apiVersion: "v1", metadata } as ApiObject)).subarray(
      0,
      30,
    );
    expect(() => decoded(binary, torn)).toThrow(UndecodableValue);
    expect(() => decoded(binary, "{")).toThrow("couldn't get version/kind; json parse error");
    expect(() => decoded(binary, bytes({ kind: "Secret", apiVersion: "v1", metadata: 7 }))).toThrow(UndecodableValue);
    const crd = { kind: "CustomResourceDefinition", apiVersion: "apiextensions.k8s.io/v1beta1", metadata, spec: 7 };
    expect(() => decoded(text, stringifyJson({ ...crd, spec: { versions: 7 } }))).toThrow(UndecodableValue);
  });
});

describe("Stored custom resource definition", () => {
  const column = (name: string) => ({ name, type: "string", jsonPath: ".spec" });
  const version = (name: string, more: object) => ({ name, served: true, storage: name === "v1", ...more });
  const definition = (spec: object): ApiObject =>
    ({
      kind: "CustomResourceDefinition",
      apiVersion: "apiextensions.k8s.io/v1",
      metadata: { name: "things.example.org", creationTimestamp: null },
      spec: {
        group: "example.org",
        names: { plural: "things", singular: "thing", kind: "Thing", listKind: "ThingList" },
        scope: "Cluster",
        ...spec,
      },
      status: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: ["v1"] },
    }) as unknown as ApiObject;
  const schemaOf = (type: string) => ({ openAPIV3Schema: { type } });

  it.each([
    ["one version", [version("v1", { schema: schemaOf("object"), additionalPrinterColumns: [column("a")] })]],
    [
      "versions with the same schema",
      [
        version("v1", { schema: schemaOf("object"), subresources: { status: {} } }),
        version("v2", { schema: schemaOf("object"), subresources: { status: {} } }),
      ],
    ],
    [
      "versions with different schemas and columns",
      [
        version("v1", { schema: schemaOf("object"), additionalPrinterColumns: [column("a")] }),
        version("v2", { schema: schemaOf("string"), additionalPrinterColumns: [column("b")] }),
      ],
    ],
  ])("is unchanged after a round trip: %s", (_, versions) => {
    const conversion = {
      strategy: "Webhook",
      webhook: { clientConfig: { url: "https://x.example" }, conversionReviewVersions: ["v1"] },
    };
    const object = definition({ versions, conversion });
    const stored = String(encoded(binary, object));
    expect(stored).toContain('"apiVersion":"apiextensions.k8s.io/v1beta1"');
    expect(stored).not.toContain("jsonPath");
    expect(decoded(binary, stored)).toEqual(object);
    expect(decoded(text, stored)).toEqual(object);
  });

  it("of an older server with only spec.version is read", () => {
    const object = definition({ version: "v1", conversion: { strategy: "None" }, preserveUnknownFields: true });
    expect(decoded(text, stringifyJson({ ...object, apiVersion: "apiextensions.k8s.io/v1beta1" }))).toMatchObject({
      apiVersion: "apiextensions.k8s.io/v1",
      spec: { versions: [{ name: "v1", served: true, storage: true }], preserveUnknownFields: true },
    });
  });
});
