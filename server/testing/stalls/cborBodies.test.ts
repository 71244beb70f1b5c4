import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeCborObject } from "../../model/encoding/cbor/encodeCbor.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { type HostileBody, isWholeSweep, MAPS, SWEPT, sendHostile } from "./hostileBody.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ featureGates: { APIServerIdentity: "false", CBORServingAndStorage: "true" } });
});
afterAll(() => server.stop());

/** A config map with a member `x` of these bytes. */
const withMember = (...bytes: readonly Uint8Array[]): Uint8Array => {
  const head = encodeCborObject({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x" } });
  // The tag at the start of every message takes three bytes, then the number of members follows.
  const counted = Buffer.from(head);
  counted[3] = (counted[3] ?? 0) + 1;
  return Buffer.concat([counted, Buffer.from("4178", "hex"), ...bytes]);
};
const hex = (text: string): Buffer => Buffer.from(text, "hex");
/** Repeats bytes up to a length. */
const many = (text: string, length = SWEPT.length): Buffer => {
  const piece = hex(text);
  return Buffer.alloc(length - (length % piece.length), piece);
};
/** A list may have 1,024 items: nests lists of lists until the length is reached. */
function lists(item: string): Buffer {
  const row = Buffer.concat([FULL_LIST, many(item, 1024 * hex(item).length)]);
  const rows = Math.floor(SWEPT.length / row.length);
  return Buffer.concat([hex("9f"), ...Array.from({ length: rows }, () => row), hex("ff")]);
}
/** The head of a list of 1,024 items. */
const FULL_LIST = hex("990400");

/** Sent in a complete sweep. */
const MORE: readonly Omit<HostileBody, "type">[] = [
  { name: "numbers", body: () => withMember(lists("00")), status: 201 },
  { name: "empty maps", body: () => withMember(lists("a0")), status: 201 },
  { name: "strings of two letters", body: () => withMember(lists("626162")), status: 201 },
  { name: "fractions", body: () => withMember(lists("f93800")), status: 201 },
  { name: "a byte string in many chunks", body: () => withMember(hex("d65f"), many("4161"), hex("ff")), status: 201 },
  {
    name: "a repeated key",
    body: () => withMember(hex("bf"), many("416100"), hex("ff")),
    status: 400,
  },
  {
    name: "an API version of slashes",
    body: () => encodeCborObject({ apiVersion: "/".repeat(SWEPT.length), kind: "ConfigMap" }),
    status: 400,
  },
];

const BODIES: readonly Omit<HostileBody, "type">[] = [
  ...(isWholeSweep ? MORE : []),
  { name: "empty lists", body: () => withMember(lists("80")), status: 201 },
  { name: "tagged numbers", body: () => withMember(lists("c100")), status: 201 },
  { name: "a string in many empty chunks", body: () => withMember(hex("7f"), many("60"), hex("ff")), status: 201 },
];

describe("a hostile CBOR body does not delay other requests", () => {
  const { limits } = SWEPT;

  it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
    const { status, text } = await sendHostile(server, { limits, ...row, type: "application/cbor" });
    expect({ status, text: status === row.status ? "" : text }).toEqual({ status: row.status, text: "" });
  });

  it("in server-side apply", { timeout: 60_000 }, async () => {
    const path = MAPS.replace("?", "/x?fieldManager=me&");
    const body = (): Uint8Array => withMember(lists("80"));
    const row = {
      name: "",
      method: "PATCH",
      type: "application/apply-patch+cbor",
      path,
      body,
      status: 201,
      limits,
    } as const;
    expect((await sendHostile(server, row)).status).toBe(row.status);
  });
});
