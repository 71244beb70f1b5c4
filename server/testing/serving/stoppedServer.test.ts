import { expect, it } from "vitest";
import { collectGarbage } from "../../ground/memory/testing/collectGarbage.ts";
import { startTestServer } from "../testServer.ts";

/** Starts a server, stops it, and keeps only a weak reference to it. */
async function stopped(): Promise<WeakRef<object>> {
  const server = await startTestServer();
  await server.stop();
  return new WeakRef(server.running);
}

it("a stopped server can be garbage-collected", async () => {
  const server = await stopped();
  const isGone = (): boolean => {
    collectGarbage();
    return server.deref() === undefined;
  };
  await expect.poll(isGone).toBe(true);
});
