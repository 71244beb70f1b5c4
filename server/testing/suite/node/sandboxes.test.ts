import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../../conformance/apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../../conformance/clusterUnderTest.ts";
import { BUSYBOX, ending, outputOf, script } from "../../conformance/containerOutput.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

/** Why the sandbox of a pod is not created, once the node reports it. */
async function sandboxFailure(pod: string): Promise<string> {
  const isOf = (event: Record<string, unknown>): boolean =>
    (event["involvedObject"] as { name: string }).name === pod && event["reason"] === "FailedCreatePodSandBox";
  const events = await place.become("v1/events", (all) => all.some((event) => isOf({ ...event })));
  return String(events.find((event) => isOf({ ...event }))?.["message"]);
}

const waiting = (name: string) => ({
  status: {
    phase: "Pending",
    containerStatuses: [{ name, ready: false, started: false, state: { waiting: { reason: "ContainerCreating" } } }],
    conditions: [{ type: "PodReadyToStartContainers", status: "False" }],
  },
});

const withClass = async (handler: string) => {
  const name = `${handler}-${place.namespace}`;
  await cluster.whole.create("node.k8s.io/v1/runtimeclasses", { metadata: { name }, handler });
  return ending("runtime", { image: BUSYBOX, command: ["true"] }, { runtimeClassName: name });
};

test("[sig-node] RuntimeClass should reject a Pod requesting a RuntimeClass with an unconfigured handler [NodeFeature:RuntimeHandler]", async () => {
  await place.create("v1/pods", await withClass("unconfigured"));
  expect(await sandboxFailure("runtime")).toBe(
    'Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for "unconfigured" is configured',
  );
  await place.becomes("v1/pods/runtime", waiting("main"));
});

test("[sig-node] RuntimeClass should run a Pod requesting a RuntimeClass with a configured handler [NodeFeature:RuntimeHandler]", async () => {
  await outputOf(place, await withClass("test-handler"));
});

const named = (hostname: string, more: object = {}) =>
  ending("named", script("hostname; hostname -f; echo $HOSTNAME"), {
    hostname,
    subdomain: "sub",
    setHostnameAsFQDN: true,
    ...more,
  });

test("[sig-node] Hostname of Pod a pod configured with a subdomain and setHostnameAsFQDN has its full name everywhere", async () => {
  const full = `web.sub.${place.namespace}.svc.cluster.local`;
  expect(await outputOf(place, named("web"))).toBe(`${full}\n${full}\n${full}\n`);
  const plain = ending("plain", script("hostname; echo $HOSTNAME"), { setHostnameAsFQDN: true });
  expect(await outputOf(place, plain)).toBe("plain\nplain\n");
});

test("[sig-node] Hostname of Pod a pod with a full name of more than 64 characters remains pending", async () => {
  const hostname = "h".repeat(60);
  await place.create("v1/pods", named(hostname));
  const full = `${hostname}.sub.${place.namespace}.svc.cluster.local`;
  expect(await sandboxFailure("named")).toBe(
    `Failed to create pod sandbox: failed to construct FQDN from pod hostname and cluster domain, FQDN ${full} is too long (64 characters is the max, ${full.length} characters requested)`,
  );
  await place.becomes("v1/pods/named", waiting("main"));
});
