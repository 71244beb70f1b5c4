import { rm } from "node:fs/promises";
import type { ContainerStatus, Pod } from "kubernetes-types/core/v1";
import { afterEach, expect, it } from "vitest";
import { startTestServer, type TestServer, temporaryFolder } from "../../testing/testServer.ts";

let server: TestServer | undefined;
let folder: string | undefined;
afterEach(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Publishes the certificate that every pod mounts beside its token. */
const CONTROLLERS = ["root-ca-certificate-publisher-controller"];
const POD = "/api/v1/namespaces/default/pods/web";
const debuggers = ({ status }: Pod): readonly ContainerStatus[] => status?.ephemeralContainerStatuses ?? [];

/** Waits until the pod satisfies a predicate. */
async function podThat(holds: (pod: Pod) => boolean): Promise<Pod> {
  let pod: Pod | undefined;
  const read = async (): Promise<boolean> => {
    pod = (await server?.request("GET", POD))?.body as Pod | undefined;
    return pod?.status !== undefined && holds(pod);
  };
  await expect.poll(read, { timeout: 15_000 }).toBe(true);
  return pod as Pod;
}

it("an ephemeral container does not start a second time when the server restarts, so that reports are accepted", async () => {
  folder = await temporaryFolder();
  const start = () => startTestServer({ dataDir: folder, controllers: CONTROLLERS, simulatedNodes: 1 });
  server = await start();
  const { request } = server;
  const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
  await request("POST", "/api/v1/namespaces/default/serviceaccounts", { body: account });
  const containers = [{ name: "c", image: "nginx" }];
  const body = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec: { nodeName: "node-1", containers } };
  expect((await request("POST", "/api/v1/namespaces/default/pods", { body })).status).toBe(201);
  await podThat(({ status }) => status?.phase === "Running");
  const add = async (name: string, ...command: string[]): Promise<void> => {
    const ephemeralContainers = [{ name, image: "busybox", command }];
    const headers = { "content-type": "application/strategic-merge-patch+json" };
    await server?.request("PATCH", `${POD}/ephemeralcontainers`, { body: { spec: { ephemeralContainers } }, headers });
  };
  const stateOf = (pod: Pod, name: string) => debuggers(pod).find((each) => each.name === name)?.state;
  await add("ended", "true");
  await add("going", "sleep", "999");
  const before = await podThat(
    (pod) => stateOf(pod, "ended")?.terminated !== undefined && stateOf(pod, "going")?.running !== undefined,
  );
  await server.stop();
  server = await start();
  // The node reports it only if the API accepts what it reports of the others.
  await add("new", "sleep", "999");
  const after = await podThat((pod) => stateOf(pod, "new")?.running !== undefined);
  for (const name of ["ended", "going"]) expect(stateOf(after, name)).toEqual(stateOf(before, name));
});
