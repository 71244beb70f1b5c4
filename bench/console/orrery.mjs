import { addCrowd } from "./crowd.mjs";
import { visit } from "./firstRows.mjs";
import { measureFrames } from "./frames.mjs";
import { shares } from "./live.mjs";
import { openApi } from "./pods.mjs";

const MERGE = { "content-type": "application/merge-patch+json" };
/**
 * How many times per second the workload is scaled while the view is active: each time creates or removes pods on
 * several nodes.
 */
const SCALED_PER_SECOND = 2;
/** Number of pods that are created or removed with each scaling. */
const SWING = 10;
/** Number of permanent pods of the small cluster. */
const FEW = 20;
/** Number of pods of a large cluster that change per second in addition. */
const CHANGED_PER_SECOND = 20;
/** Milliseconds without another action after which the view counts as idle. */
const SETTLE_MS = 4_000;
const TIMEOUT_MS = 120_000;

const deployment = (name, replicas) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "main", image: "registry.example/app:1.4.2" }] },
    },
  },
});

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

/** Creates a deployment, whose pods the simulated cluster schedules and starts; waits until all run. */
async function deployFew(api, pods) {
  await api.send("POST", DEPLOYMENTS, deployment("few", pods));
  const begun = performance.now();
  for (;;) {
    const { status } = JSON.parse((await api.send("GET", `${DEPLOYMENTS}/few`)).body);
    if (status.readyReplicas === pods) return;
    if (performance.now() - begun > TIMEOUT_MS) throw new Error("pods do not run");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Scales a separate deployment up and down until the returned function is called. */
async function keepActive(api) {
  await api.send("POST", DEPLOYMENTS, deployment("swing", 1));
  let turn = 0;
  const timer = setInterval(() => {
    const replicas = turn++ % 2 === 0 ? 1 + SWING : 1;
    api.send("PATCH", `${DEPLOYMENTS}/swing`, { spec: { replicas } }, MERGE).catch(() => undefined);
  }, 1000 / SCALED_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await api.send("DELETE", `${DEPLOYMENTS}/swing`);
  };
}

/**
 * Measures the live view of a cluster: frames while workloads come and go, and the share of a core that the page uses
 * when nothing happens any more.
 *
 * @param {{ seconds: number, crowd?: { watched: Promise<void>, change(perSecond: number): () => void } }} how
 */
async function measureOrrery(browser, api, { seconds, crowd }) {
  const { page } = browser;
  await visit(browser, "/c/sandbox/orrery");
  await page.getByTestId("orrery-sky").waitFor();
  await crowd?.watched;
  await page.waitForTimeout(2_000);
  const stop = await keepActive(api);
  const stopChanges = crowd?.change(CHANGED_PER_SECOND);
  await page.waitForTimeout(1_000);
  const active = await measureFrames(browser, () => page.waitForTimeout(seconds * 1000));
  stopChanges?.();
  await stop();
  await untilCalm(page);
  return { active, idle: await shares(browser, seconds) };
}

/** Waits until the view has shown all actions, and there were no more for a while. */
const untilCalm = (page) =>
  page.evaluate(
    async ([calm, timeout]) => {
      const state = () => {
        const { max, value } = document.querySelector('[data-testid="orrery-position"]');
        return { isThrough: max === value, text: `${max} ${value}` };
      };
      const begun = performance.now();
      let last = state().text;
      let since = begun;
      while (performance.now() - since < calm) {
        if (performance.now() - begun > timeout) throw new Error("the view does not come to rest");
        await new Promise((resolve) => setTimeout(resolve, 100));
        const now = state();
        if (now.text !== last || !now.isThrough) since = performance.now();
        last = now.text;
      }
    },
    [SETTLE_MS, TIMEOUT_MS],
  );

/** Measures the view of a cluster of three nodes, then of one with many more nodes and pods, in a separate product. */
export async function measureOrreries(browser, { openUrl, apiServer }, { nodes, pods, seconds }) {
  const api = openApi(apiServer);
  await browser.page.goto(openUrl);
  await deployFew(api, FEW);
  const few = { nodes: 3, pods: FEW, ...(await measureOrrery(browser, api, { seconds })) };
  const crowd = await addCrowd(browser, { nodes, pods });
  const many = { nodes: nodes + 3, pods, ...(await measureOrrery(browser, api, { seconds, crowd })) };
  await crowd.remove();
  api.close();
  return [few, many];
}
