import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const deployment = (name: string) => ({
  metadata: { name },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      // A node that already has an image pulls it again only under this policy.
      spec: { containers: [{ name, image: `shop/${name}:1.0`, imagePullPolicy: "Always" }] },
    },
  },
});
interface PodList {
  items: { metadata: { name: string }; spec: { nodeName?: string }; status: { phase?: string } }[];
}

const scene = setScene(({ create }) => create(DEPLOYMENTS, deployment("cart")));
const podsOf = async (app: string): Promise<PodList["items"]> => {
  const { body } = await scene.api("GET", `/api/v1/namespaces/default/pods?labelSelector=app%3D${app}`);
  return (body as unknown as PodList).items;
};
/** The only running pod of a deployment. */
const running = async (app: string): Promise<PodList["items"][number]> => {
  await expect.poll(async () => (await podsOf(app)).map(({ status }) => status.phase)).toEqual(["Running"]);
  const [pod] = await podsOf(app);
  if (pod === undefined) throw new Error(`no pod of ${app}`);
  return pod;
};
/** Kind and target of each active fault, as reported by the server. */
const faults = async (): Promise<string[]> => {
  const { body } = await scene.api("GET", "/simulation/troubles");
  return (body as unknown as { items: { kind: string; target: string }[] }).items.map(
    (each) => `${each.kind} ${each.target}`,
  );
};
const strip = () => scene.byId("trouble-strip");
const undo = async (): Promise<void> => {
  await scene.go("");
  await strip().getByRole("button").click();
  await strip().waitFor({ state: "detached" });
};

test("a node taken down on its page is listed on the overview until the fault ends", async () => {
  const { page, byId, go } = scene;
  const { metadata, spec } = await running("cart");
  await go(`core/v1/nodes/_/${spec.nodeName}`);
  await byId("trouble-menu").click();
  await byId("trouble-node-down").click();
  const named = strip().getByText(spec.nodeName ?? "");
  await named.waitFor();
  // Pods on the node are affected, too.
  await go(`core/v1/pods/default/${metadata.name}`);
  await named.waitFor();
  await inspect(page, "trouble-pod");
  await go("");
  await named.waitFor();
  expect(await faults()).toEqual([`node-down ${spec.nodeName}`]);
  await undo();
  expect(await faults()).toEqual([]);
});

test("a killed container restarts automatically and offers nothing to undo", async () => {
  const { byId, go } = scene;
  const pod = await running("cart");
  await go(`core/v1/pods/default/${pod.metadata.name}`);
  await byId("trouble-menu").click();
  await byId("trouble-container-killed").click();
  const restarts = async (): Promise<number> => {
    const { body } = await scene.api("GET", `/api/v1/namespaces/default/pods/${pod.metadata.name}`);
    const { status } = body as unknown as { status: { containerStatuses?: { restartCount: number }[] } };
    return status.containerStatuses?.[0]?.restartCount ?? 0;
  };
  await expect.poll(restarts, { timeout: 30_000 }).toBeGreaterThan(0);
  await go("");
  await byId("overview").waitFor();
  expect(await strip().count()).toBe(0);
});

longTest("a missing image prevents new pods and can be ended from the overview", async () => {
  const { byId, go, api } = scene;
  const pod = await running("cart");
  await go(`core/v1/pods/default/${pod.metadata.name}`);
  await byId("trouble-menu").click();
  await byId("trouble-image-missing").click();
  await go("");
  await strip().getByText("shop/cart:1.0").waitFor();
  await api("DELETE", `/api/v1/namespaces/default/pods/${pod.metadata.name}?gracePeriodSeconds=0`);
  await byId("attention-row").filter({ hasText: "shop/cart:1.0" }).first().waitFor();
  await undo();
  await expect
    .poll(async () => (await podsOf("cart")).map(({ status }) => status.phase), { timeout: 60_000 })
    .toEqual(["Running"]);
});

longTest("ages use the sandbox's time, even if it is ahead", async () => {
  const { byId, go, api, create } = scene;
  const time = async (): Promise<number> => {
    const { body } = await api("GET", "/simulation/time");
    return Date.parse((body as unknown as { time: string }).time);
  };
  await api("POST", "/simulation/time/forward", { by: "20m" });
  await expect.poll(async () => (await time()) - Date.now(), { timeout: 60_000 }).toBeGreaterThan(19 * 60_000);
  await create("/api/v1/namespaces/default/configmaps", { metadata: { name: "of-tomorrow" } });
  await go("core/v1/configmaps?ns=default");
  // By real time the object would be created in the future.
  await expect.poll(() => scene.row("of-tomorrow").textContent(), { timeout: 30_000 }).toMatch(/[1-9]\d*s/);
  await byId("time-toggle").click();
  await expect.poll(() => byId("time-controls").getAttribute("data-running")).toBe("false");
  await byId("time-toggle").click();
});
