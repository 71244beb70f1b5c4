import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { expectNoStall } from "../longestStall.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { numbered } from "./hostileBody.ts";

const SLICES = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
const SUBSETS = 200;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["endpointslice-mirroring-controller"] });
});
afterAll(() => server.stop());

/** A few kilobytes of subsets stand for very many addresses: each has several addresses, each at all of its ports. */
const subset = (i: number): string => {
  const addresses = numbered(20, (k) => `{"ip":"10.1.${i}.${k}"}`);
  return `{"addresses":[${addresses}],"ports":[${numbered(50, (k) => `{"name":"p${k}","port":${i * 50 + k + 1}}`)}]}`;
};

it("mirroring addresses that serve on very many ports does not delay other clients", { timeout: 120_000 }, async () => {
  const bodyOf = (name: string): string => `{"metadata":{"name":"${name}"},"subsets":[${numbered(SUBSETS, subset)}]}`;
  let body = "";
  const countSlices = async (name: string): Promise<number> => {
    const query = `?labelSelector=kubernetes.io/service-name%3D${name}&limit=1`;
    const { items, metadata } = (await server.request("GET", `${SLICES}${query}`)).body as unknown as {
      items: unknown[];
      metadata: { remainingItemCount?: number };
    };
    return items.length + (metadata.remainingItemCount ?? 0);
  };
  await expectNoStall(
    server,
    async (attempt) => {
      const spec = '{"clusterIP":"None","ports":[{"port":80}]}';
      const service = `{"metadata":{"name":"many-${attempt}"},"spec":${spec}}`;
      expect((await server.request("POST", core("default", "services"), { body: service })).status).toBe(201);
      await vi.waitUntil(async () => (await countSlices(`many-${attempt}`)) > 0, { timeout: 60_000, interval: 50 });
    },
    {
      async prepare(attempt) {
        body = bodyOf(`many-${attempt}`);
        expect((await server.request("POST", core("default", "endpoints"), { body })).status).toBe(201);
      },
    },
  );
});
