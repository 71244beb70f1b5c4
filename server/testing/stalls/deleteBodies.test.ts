import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeUnknown } from "../../model/encoding/protobuf/envelope.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, SWEPT, sendHostile } from "./hostileBody.ts";

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

describe("options of a deletion that fill the body keep no other request waiting", () => {
  it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
    const path = `${core("default", "configmaps")}/none`;
    const { status, text } = await sendHostile(server, { ...row, method: "DELETE", path, limits: SWEPT.limits });
    expect({ status, text: status === row.status ? "" : text }).toEqual({ status: row.status, text: "" });
  });
});
