import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { decodeContinue, encodeContinue } from "./continueToken.ts";

const vocabulary = createVocabulary();
const encode = (content: unknown): string => Buffer.from(JSON.stringify(content)).toString("base64url");
const message = (text: string): string => {
  try {
    decodeContinue(text, vocabulary);
  } catch (error) {
    if (error instanceof ApiError && error.code === 400) return error.message;
    throw error;
  }
  return "";
};

describe("continue tokens", () => {
  it("round-trip", () => {
    const key = fc.stringMatching(/^[a-z0-9]([-a-z0-9.]{0,20}[a-z0-9])?$/).filter((text) => !text.includes(".."));
    fc.assert(
      fc.property(
        fc.integer({ min: -1 }).filter((revision) => revision !== 0),
        key,
        key,
        (revision, namespace, name) => {
          const token = { revision, after: `${namespace}/${name}` };
          const text = encodeContinue(token, vocabulary);
          expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
          expect(decodeContinue(text, vocabulary)).toEqual(token);
        },
      ),
    );
  });

  it("are the reference's: JSON whose start key follows the last returned one", () => {
    const text = encodeContinue({ revision: 7, after: "default/a" }, vocabulary);
    expect(JSON.parse(Buffer.from(text, "base64url").toString())).toEqual({
      v: "meta.k8s.io/v1",
      rv: 7,
      start: "default/a\0",
    });
  });

  it("are valid in one vocabulary only", () => {
    const text = encodeContinue({ revision: 7, after: "a" }, createVocabulary("orch"));
    expect(message(text)).toContain("server does not recognize this encoded version");
  });

  it.each([
    ["a b", "continue key is not valid: illegal base64 data at input byte 1"],
    ["", "continue key is not valid: unexpected end of JSON input"],
    [encode([]), "json: cannot unmarshal array into Go value of type storage.continueToken"],
    [
      encode({ v: "meta.k8s.io/v1", rv: "7", start: "a" }),
      "json: cannot unmarshal string into Go struct field continueToken.rv of type int64",
    ],
    [encode({ v: "meta.k8s.io/v1", rv: 1.5, start: "a" }), "json: cannot unmarshal number 1.5"],
    [encode({ v: "meta.k8s.io/v1", start: "a" }), "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"],
    [encode({ v: "meta.k8s.io/v1", rv: 7 }), "encoded start key empty (version meta.k8s.io/v1)"],
    [encode({ v: "meta.k8s.io/v1", rv: 7, start: "a/../b" }), "invalid continue token: continue key is not valid"],
    [encode({ v: "meta.k8s.io/v1", rv: 7, start: "a//b" }), "invalid continue token: continue key is not valid"],
    [encode({ rv: 7, start: "a" }), "server does not recognize this encoded version"],
  ])("refuse %j", (text, detail) => {
    expect(message(text)).toContain(detail);
    expect(message(text).startsWith("invalid continue token: ")).toBe(true);
  });

  it("decode or fail with 400, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(encode)), (text) => void message(text)),
    );
  });
});
