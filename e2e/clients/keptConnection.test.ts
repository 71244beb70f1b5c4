import { execFile } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { join } from "node:path";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { KubeConfig } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Product, root, startServe } from "../product.ts";

/** Dry-run requests, none of which is refused: nothing is stored, so that the test depends only on the connection. */
const PATH = "/api/v1/namespaces/default/configmaps?dryRun=All";
const COUNT = 1_000;
/** Bytes of the first body, and the increase from one body to the next: up to 200 KB. */
const [FIRST, STEP] = [20_000, 180];
/** Keeps a processor busy until the process is ended. */
const BURN = "for (;;) {}";

let product: Product;
let burners: Worker[];
beforeAll(async () => {
  product = await startServe();
  burners = [1, 2].map(() => new Worker(BURN, { eval: true }));
});
afterAll(async () => {
  await Promise.all(burners.map((worker) => worker.terminate()));
  expect(await product?.stop()).toBe(0);
});

describe("A keep-alive connection handles a thousand large requests while all processors are busy", () => {
  test("from Node", async () => {
    const config = new KubeConfig();
    config.loadFromFile(product.kubeconfig);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const options: RequestOptions = { method: "POST", headers: { "content-type": "application/json" } };
    await config.applyToHTTPSOptions(options);
    const ports = new Set<number | undefined>();
    let created = 0;
    for (let i = 0; i < COUNT; i++) {
      const sent = request(`${product.url}${PATH}`, { ...options, agent });
      sent.end(JSON.stringify({ metadata: { name: `node-${i}` }, data: { text: "x".repeat(FIRST + i * STEP) } }));
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      ports.add(answer.socket.localPort);
      await once(answer.resume(), "end");
      if (answer.statusCode === 201) created += 1;
    }
    agent.destroy();
    expect([created, ports.size]).toEqual([COUNT, 1]);
  });

  const python = process.env["PYTHON"];
  test.skipIf(python === undefined)("from Python", async () => {
    const script = join(root, "e2e/clients/keptConnection.py");
    const args = [script, product.kubeconfig, PATH, ...[FIRST, STEP, COUNT].map(String)];
    expect((await promisify(execFile)(python ?? "", args)).stdout.trim()).toBe(`${COUNT}`);
  });
});
