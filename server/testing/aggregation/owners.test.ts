import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../../acting/controllers/testing/cluster.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { API_SERVICES, type ExtensionServer, GROUP, register, startFlowers } from "./aggregatedApi.ts";

/** Factor by which the collector's time runs faster than real time. */
const SPEED = 100;
const fast: Timers = {
  get now() {
    return performance.now() * SPEED;
  },
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds / SPEED);
    return () => clearTimeout(timer);
  },
};

let server: TestServer;
let flowers: ExtensionServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["garbage-collector-controller"], timers: fast });
  flowers = await startFlowers(server);
  await register(server, flowers);
});
afterAll(async () => {
  await flowers.stop();
  await server.stop();
});

const TULIPS = `/apis/${GROUP}/v1/namespaces/default/tulips`;
const MAPS = "/api/v1/namespaces/default/configmaps";

type Owner = { readonly kind: string; readonly apiVersion: string; readonly metadata: { name: string; uid: string } };

const ownedBy = ({ kind, apiVersion, metadata: { name, uid } }: Owner) => ({
  ownerReferences: [{ kind, apiVersion, name, uid }],
});

async function make(path: string, name: string, metadata: object = {}): Promise<Owner> {
  const kind = path === TULIPS ? { apiVersion: `${GROUP}/v1`, kind: "Tulip" } : { apiVersion: "v1", kind: "ConfigMap" };
  const { status, body } = await server.request("POST", path, { body: { ...kind, metadata: { name, ...metadata } } });
  expect(status).toBe(201);
  return { ...kind, metadata: body.metadata as Owner["metadata"] };
}

const until = (holds: () => Promise<boolean>) => waitFor(holds, (held) => held);
const isGone = async (path: string): Promise<boolean> => (await server.request("GET", path)).status === 404;
const watched = () => until(async () => flowers.tulips.watchers > 0);

describe("owners and dependents on different servers", () => {
  it("are garbage-collected in both directions", async () => {
    await watched();
    const tulip = await make(TULIPS, "owner");
    await make(MAPS, "dependent", ownedBy(tulip));
    const map = await make(MAPS, "other-owner");
    await make(TULIPS, "other-dependent", ownedBy(map));
    await server.request("DELETE", `${TULIPS}/owner`);
    await until(() => isGone(`${MAPS}/dependent`));
    await server.request("DELETE", `${MAPS}/other-owner`);
    await until(() => isGone(`${TULIPS}/other-dependent`));
    const deletion = flowers.seen.find(({ method, url }) => method === "DELETE" && url.includes("other-dependent"));
    expect(deletion?.headers["x-remote-user"]).toBe("system:serviceaccount:kube-system:generic-garbage-collector");
  });

  it("are kept while the other server is unavailable or its resources are not watched", async () => {
    const tulip = await make(TULIPS, "away");
    await make(MAPS, "kept", ownedBy(tulip));
    await server.request("DELETE", `${API_SERVICES}/v1.${GROUP}`);
    await until(async () => flowers.tulips.watchers === 0);
    expect(await isGone(`${MAPS}/kept`)).toBe(false);
    await register(server, flowers);
    await watched();
    await server.request("DELETE", `${TULIPS}/away`);
    await until(() => isGone(`${MAPS}/kept`));
  });
});
