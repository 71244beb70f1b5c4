import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClusterRegistry } from "../../whole/console/clusterRegistry.ts";
import { startConsoleHost } from "../../whole/console/consoleHost.ts";
import { openConsoleClient } from "../../whole/console/testing/consoleClient.ts";
import { expectNoStall } from "../longestStall.ts";
import { startTestServer } from "../testServer.ts";

test("the console host examines many manifests without delaying other requests", async () => {
  const server = await startTestServer();
  const folder = await mkdtemp(join(tmpdir(), "orrery-advice-"));
  const host = await startConsoleHost({ clusters: createClusterRegistry([]), rendererDir: folder });
  try {
    const client = await openConsoleClient(host);
    const item = { apiVersion: "networking.k8s.io/v1beta1", kind: "Ingress", spec: { backend: { serviceName: "s" } } };
    const text = JSON.stringify({ apiVersion: "v1", kind: "List", items: Array(30_000).fill(item) });
    // The client also sends and reads some megabytes in this thread.
    const { status, body } = await expectNoStall(server, () => client.request("POST", "/host/advise", { text }), {
      margin: 3,
    });
    expect(status).toBe(200);
    expect(JSON.parse(body).findings).toHaveLength(30_000);
  } finally {
    await host.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
