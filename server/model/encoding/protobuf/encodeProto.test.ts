import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadSchema } from "../../schema/schema.ts";
import { decodeProto } from "./decodeProto.ts";
import { encodeProto } from "./encodeProto.ts";

const schema = loadSchema();
const encode = (name: string, object: object): string =>
  Buffer.from(encodeProto(schema.definition(name), object)).toString("hex");

describe("encodeProto", () => {
  it("depends only on content, not on the order of keys or map entries", () => {
    const labels = fc.dictionary(fc.string(), fc.string());
    fc.assert(
      fc.property(labels, labels, (data, annotations) => {
        const turn = (map: object) => Object.fromEntries(Object.entries(map).reverse());
        const one = { metadata: { name: "a", annotations }, data };
        const other = { data: turn(data), metadata: { annotations: turn(annotations), name: "a" } };
        expect(encode("api.core.v1.ConfigMap", one)).toBe(encode("api.core.v1.ConfigMap", other));
      }),
    );
  });

  it("omits fields that the type does not have", () => {
    const plain = encode("api.core.v1.SecretKeySelector", { key: "k" });
    expect(encode("api.core.v1.SecretKeySelector", { key: "k", unknown: { a: 1 }, apiVersion: "v1" })).toBe(plain);
  });

  it("treats null as absent", () => {
    expect(encode("api.core.v1.SecretKeySelector", { key: "k", optional: null })).toBe(
      encode("api.core.v1.SecretKeySelector", { key: "k" }),
    );
    expect(encode("api.core.v1.ConfigMap", { data: null })).toBe(encode("api.core.v1.ConfigMap", {}));
  });

  it("encodes times as seconds, micro times with fractions, and missing times as empty messages", () => {
    const lease = "api.coordination.v1.LeaseSpec";
    const bytes = encodeProto(schema.definition(lease), { renewTime: "1970-01-01T00:00:01.000002Z" });
    expect(Buffer.from(bytes).toString("hex")).toBe("2205080110d00f");
    const meta = "apimachinery.pkg.apis.meta.v1.ObjectMeta";
    expect(encode(meta, { creationTimestamp: "1970-01-01T00:00:01Z" })).toContain("420408011000");
    expect(encode(meta, {})).toContain("4200");
  });

  it("preserves 53-bit integers and Unicode text", () => {
    const meta = schema.definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.string({ unit: "grapheme", minLength: 1 }), (generation, name) => {
        fc.pre(generation !== 0);
        expect(decodeProto(meta, encodeProto(meta, { generation, name }))).toMatchObject({ generation, name });
      }),
    );
  });
});
