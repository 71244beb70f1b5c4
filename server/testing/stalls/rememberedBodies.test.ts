import { afterAll, beforeAll, expect, it } from "vitest";
import { collectGarbage } from "../../ground/memory/testing/collectGarbage.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { numbered, sendHostile } from "./hostileBody.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const MANY = 60_000;
const data = (turn: number): string => numbered(MANY, (i) => `"a${i}":"${turn}"`);

/** Mebibytes of heap in use after a collection. */
function held(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

it("memory kept for large bodies does not grow with each body", { timeout: 60_000 }, async () => {
  let turn = 0;
  const send = async () => {
    const body = `{"metadata":{"name":"x"},"data":{${data(turn++)}}}`;
    await sendHostile(server, { name: "a map", body: () => body, status: 201, limits: { heap: 2 ** 31 } });
  };
  await send();
  const before = held();
  for (let i = 0; i < 6; i++) await send();
  // Without a bound by weight, the server keeps 9 MiB of each body.
  expect(held() - before).toBeLessThan(35);
});
