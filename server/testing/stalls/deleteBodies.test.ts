import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeUnknown } from "../../model/encoding/protobuf/envelope.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, numbered, SWEPT, sendHostile } from "./hostileBody.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const BODIES: readonly HostileBody[] = [
  { name: "as JSON", body: () => `{"dryRun":[${filled('"",', SWEPT.length)}""]}`, status: 422 },
  {
    name: "in protobuf",
    type: PROTOBUF,
    body: () =>
      encodeUnknown({
        apiVersion: "v1",
        kind: "DeleteOptions",
        raw: Buffer.from("2a00".repeat(SWEPT.length / 3), "hex"),
      }),
    status: 422,
  },
];

describe("delete options that fill the body do not delay other requests", () => {
  it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
    const path = `${core("default", "configmaps")}/none`;
    const { status, text } = await sendHostile(server, { ...row, method: "DELETE", path, limits: SWEPT.limits });
    expect({ status, text: status === row.status ? "" : text }).toEqual({ status: row.status, text: "" });
  });
});

it("deleting an object with very many finalizers does not delay other requests", {
  timeout: 60_000,
}, async () => {
  const maps = core("default", "configmaps");
  const finalizers = numbered(30_000, (i) => `"example.com/f${i}"`);
  const body = `{"metadata":{"name":"held","finalizers":[${finalizers}]}}`;
  expect((await server.request("POST", maps, { body })).status).toBe(201);
  const path = `${maps}/held?dryRun=All`;
  const { status } = await sendHostile(server, { name: "held", method: "DELETE", path, status: 200 });
  expect(status).toBe(200);
});
