import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeUnknown } from "../../model/encoding/protobuf/envelope.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { type HostileBody, sendHostile } from "./hostileBody.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Bytes of messages, as hexadecimal: `metadata { name: "x" }`. */
const NAMED = "0a030a0178";
/** An empty owner reference, and how many are sent. */
const OWNER = "6a00";
const OWNERS = 150_000;

const body = (hex: string) => (): Uint8Array =>
  encodeUnknown({ apiVersion: "v1", kind: "ConfigMap", raw: Buffer.from(hex, "hex") });

/** A length below 2^21 in three bytes, as hexadecimal. */
const lengthOf = (bytes: number): string =>
  Buffer.from([(bytes & 127) | 128, ((bytes >> 7) & 127) | 128, bytes >> 14]).toString("hex");

const BODIES: readonly Omit<HostileBody, "type">[] = [
  { name: "metadata over and over", body: body(NAMED.repeat(500_000)), status: 201 },
  { name: "one entry over and over", body: body(NAMED + "12050a01611200".repeat(150_000)), status: 201 },
  {
    name: "owners none of which is named",
    body: body(`${NAMED}0a${lengthOf(2 * OWNERS)}${OWNER.repeat(OWNERS)}`),
    status: 422,
  },
  { name: "an end before its time", body: body(`${NAMED.repeat(500_000)}0a7f`), status: 400 },
];

describe("a hostile body of protobuf keeps no other request waiting", () => {
  it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
    const type = "application/vnd.kubernetes.protobuf";
    const limits = { heap: 1024 * 1024 * 1024 };
    expect((await sendHostile(server, { limits, ...row, type })).status).toBe(row.status);
  });
});
