import { afterAll, beforeAll, expect, it } from "vitest";
import { collectGarbage } from "../../ground/memory/testing/collectGarbage.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { MAPS, numbered, sendHostile } from "./hostileBody.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const MANY = 60_000;
const data = (turn: number): string => numbered(MANY, (i) => `"a${i}":"${turn}"`);

/** What is remembered of a body, so that the same need not be worked out again. */
const BODIES = {
  "a created map": { body: (turn: number) => `{"metadata":{"name":"x"},"data":{${data(turn)}}}`, status: 201 },
  "an applied map": {
    body: (turn: number) => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{${data(turn)}}}`,
    method: "PATCH",
    type: "application/apply-patch+yaml",
    path: MAPS.replace("?", "/x?fieldManager=test&"),
    status: 201,
  },
} as const;

/** Mebibytes that nothing can be freed of. */
function held(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

it.each(Object.entries(BODIES))(
  "what the server remembers of %s does not grow with each one",
  { timeout: 60_000 },
  async (name, row) => {
    const { body, ...rest } = row;
    let turn = 0;
    const send = () => sendHostile(server, { name, ...rest, body: () => body(turn++), limits: { heap: 2 ** 31 } });
    expect((await send()).status).toBe(row.status);
    const before = held();
    for (let i = 0; i < 6; i++) await send();
    // Each holds 9 MiB when nothing but the number of remembered ones is bounded.
    expect(held() - before).toBeLessThan(35);
  },
);
