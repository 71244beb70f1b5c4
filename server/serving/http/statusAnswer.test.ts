import { describe, expect, it } from "vitest";
import { badRequest, notFound, tooManyRequests } from "../../../shared/status.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { decodeUnknown } from "../../model/encoding/protobuf/envelope.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import { StorageError } from "../../store/storage/storageError.ts";
import { testContext } from "../../testing/testServices.ts";
import { errorStatus, statusAnswer } from "./statusAnswer.ts";

const vocabulary = createVocabulary();
const schema = loadSchema(vocabulary);
const { status } = notFound({ group: "", resource: "pods" }, "x");
const answer = (accept: string, of = status, query = "") =>
  statusAnswer(of, testContext("GET", `/api/v1/pods${query}`, { headers: { accept } }), vocabulary, schema);

describe("errorStatus", () => {
  it("includes only messages meant for clients", () => {
    expect(errorStatus(badRequest("because")).message).toBe("because");
    const hidden = errorStatus(new TypeError("secret detail"));
    expect([hidden.code, hidden.reason]).toEqual([500, "InternalError"]);
    expect(JSON.stringify(hidden)).not.toContain("secret");
    expect(errorStatus("thrown text").code).toBe(500);
    expect(errorStatus(undefined).code).toBe(500);
  });
});

describe("statusAnswer", () => {
  it("uses the requested format, or JSON when that is not possible", async () => {
    for (const accept of ["", "*/*", "application/json", "text/html", "application/json;as=Table;v=v1;g=meta.k8s.io"]) {
      const { status: code, headers, body } = await answer(accept);
      expect([code, headers["content-type"]]).toEqual([404, "application/json"]);
      expect(JSON.parse(String(body))).toEqual(status);
    }
    expect(String((await answer("application/yaml")).body)).toContain("reason: NotFound\n");
    const protobuf = await answer("application/vnd.kubernetes.protobuf");
    expect(protobuf.headers["content-type"]).toBe("application/vnd.kubernetes.protobuf");
    expect(decodeUnknown(protobuf.body as Uint8Array)).toMatchObject({ kind: "Status", apiVersion: "v1" });
    expect(String((await answer("application/json", status, "?pretty=1")).body)).toContain('{\n  "kind": "Status"');
  });

  it("sends retry-after", async () => {
    expect((await answer("", tooManyRequests("later", 7).status)).headers["retry-after"]).toBe("7");
    expect((await answer("")).headers).not.toHaveProperty("retry-after");
  });
});

it.each([
  ["full", "database space exceeded: the disk of the store is full, nothing was changed; objects can still be deleted"],
  ["failing", "the disk of the store has failed, nothing was changed"],
  ["damaged", "the store is damaged, nothing was changed"],
] as const)("describes a store that is %s without internal paths", (fault, message) => {
  const status = errorStatus(new StorageError(fault, "/home/me/store.db: secret", undefined));
  expect(status).toEqual({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code: 500 });
});
