import { describe, expect, it } from "vitest";
import { isApiError } from "../../../shared/status.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { type NegotiationOptions, negotiate } from "./negotiate.ts";

const vocabulary = createVocabulary();
const ask = (accept: string, options: NegotiationOptions = { transforms: true }, query = "") =>
  negotiate(accept, new URLSearchParams(query), vocabulary, options);
const table = "application/json;as=Table;v=v1;g=meta.k8s.io";

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isApiError(error, "NotAcceptable")) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("negotiate", () => {
  it.each([
    ["", "json"],
    ["*/*", "json"],
    ["application/json", "json"],
    ["application/yaml", "yaml"],
    ["application/vnd.kubernetes.protobuf", "protobuf"],
    ["application/vnd.kubernetes.protobuf,application/json", "protobuf"],
    ["application/xml,application/yaml,application/json", "yaml"],
    ["application/json;q=0.1,application/yaml;q=0.9", "yaml"],
    ["text/html,application/xhtml+xml,*/*;q=0.8", "json"],
    ["*/*, application/yaml", "yaml"],
  ])("%s yields %s", (accept, wire) => {
    expect(ask(accept).wire).toBe(wire);
  });

  it("recognizes Table and PartialObjectMetadata where supported", () => {
    expect(ask(table).as).toEqual({ kind: "Table", version: "v1" });
    expect(ask(`${table.replace("v1", "v9")},application/json`).as).toBeUndefined();
    expect(ask(`*/*;${table.slice("application/json;".length)}`).as).toEqual({ kind: "Table", version: "v1" });
  });

  it.each([
    "application/json;as=Table;v=v1",
    "application/json;v=v1;g=meta.k8s.io",
    "application/json;as=table;v=v1;g=meta.k8s.io",
    "application/json;sv=v2",
    "application/yaml;stream=watch",
    "application/json;stream=tail",
    table.replace("json", "vnd.kubernetes.protobuf"),
  ])("rejects the incomplete transformation %s", (accept) => {
    expect(refusal(() => ask(accept))).toMatch(/^only the following/);
    expect(ask(`${accept},application/yaml`).wire).toBe("yaml");
  });

  it("returns no Table where none is supported", () => {
    expect(refusal(() => ask(table, { transforms: true, tables: false }))).toMatch(/^only the following/);
    const metadata = table.replace("Table", "PartialObjectMetadata");
    expect(ask(metadata, { transforms: true, tables: false }).as?.kind).toBe("PartialObjectMetadata");
  });

  it("distinguishes unknown types from unsupported transformations", () => {
    expect(refusal(() => ask("text/html"))).toBe(
      "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf",
    );
    expect(refusal(() => ask("application/*"))).toMatch(/^406: Not Acceptable/);
    expect(refusal(() => ask("text/html", { streaming: true }))).toMatch(/application\/json;stream=watch/);
    const transform =
      "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf";
    expect(refusal(() => ask(table.replace("v1", "v9")))).toBe(transform);
    expect(refusal(() => ask(table, {}))).toBe(transform);
  });

  it("accepts stream parameters for non-streaming requests", () => {
    expect(ask("application/json;stream=watch", { streaming: true }).wire).toBe("json");
    expect(ask("application/json;stream=watch")).toMatchObject({ wire: "json", contentType: "application/json" });
    expect(ask("application/vnd.kubernetes.protobuf;stream=watch", {}).wire).toBe("protobuf");
  });

  it("accepts the sv parameter only for objects", () => {
    expect(ask("application/json;sv=v1").wire).toBe("json");
    expect(refusal(() => ask("application/json;sv=v1", {}))).toMatch(/^only the following/);
  });

  it("ignores parameters without a value, with several values, or in upper case", () => {
    for (const parameter of ["as", "as=", "as=Table=x", "AS=Table;G=meta.k8s.io;V=v1"]) {
      expect(ask(`application/json;${parameter}`).as).toBeUndefined();
    }
  });

  it("compares types case-sensitively", () => {
    expect(refusal(() => ask("APPLICATION/JSON"))).toMatch(/^406: Not Acceptable/);
    expect(refusal(() => ask("*"))).toMatch(/^406: Not Acceptable/);
  });

  it("negotiates with its own rules outside of routed paths", () => {
    expect(ask("application/*", { routed: false }).wire).toBe("json");
    expect(ask("*", { routed: false }).wire).toBe("json");
    expect(refusal(() => ask("text/html", { routed: false }))).toMatch(/^only the following/);
  });

  it("supports CBOR where enabled", () => {
    const cbor = { transforms: true, cbor: true };
    expect(ask("application/cbor,application/json", cbor)).toMatchObject({
      wire: "cbor",
      contentType: "application/cbor",
    });
    expect(ask("application/cbor,application/json").wire).toBe("json");
    expect(ask("*/*", cbor).wire).toBe("json");
    expect(ask("application/cbor", { ...cbor, jsonOnly: true }).wire).toBe("cbor");
    expect(ask(table.replace("json", "cbor"), cbor)).toMatchObject({ wire: "cbor", as: { kind: "Table" } });
    expect(refusal(() => ask("application/cbor"))).not.toContain("cbor");
    expect(refusal(() => ask("text/html", cbor))).toMatch(/vnd.kubernetes.protobuf, application\/cbor$/);
    expect(refusal(() => ask("text/html", { ...cbor, streaming: true }))).toBe(
      "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf, application/cbor, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch, application/cbor-seq",
    );
  });

  it("accepts application/cbor-seq for streams only", () => {
    const list = { transforms: true, streaming: true, cbor: true };
    expect(ask("application/cbor-seq", { ...list, sequence: true })).toMatchObject({ wire: "cbor" });
    expect(refusal(() => ask("application/cbor-seq", list))).toBe(
      "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf, application/cbor",
    );
    expect(refusal(() => ask("application/cbor-seq", { cbor: true }))).toMatch(/^406/);
    expect(refusal(() => ask("application/cbor-seq", { streaming: true, sequence: true }))).toMatch(/^406/);
  });

  it("returns pretty output on request", () => {
    expect(ask("", {}, "pretty=true").pretty).toBe(true);
    expect(ask("", {}, "pretty").pretty).toBe(false);
    expect(ask("", {}, "pretty=yes").pretty).toBe(false);
    expect(ask("application/json;pretty=1", {}).pretty).toBe(true);
    expect(ask("", {}, "pretty=0").pretty).toBe(false);
    expect(ask("", {}).pretty).toBe(false);
    for (const userAgent of ["curl/8.0", "Wget/1.21", "Mozilla/5.0 (X11)"]) {
      expect(ask("*/*", { userAgent }).pretty).toBe(true);
      expect(ask("*/*", { userAgent }, "pretty=no").pretty).toBe(false);
    }
    expect(ask("*/*", { userAgent: "kubectl/v1.32" }).pretty).toBe(false);
  });
});
