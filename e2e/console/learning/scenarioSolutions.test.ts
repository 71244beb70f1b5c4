import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { isSample } from "../../extent.ts";

/** What a learner does for one step: command lines, or requests of the workbench. */
type Deed = string | { readonly method: "POST" | "PATCH" | "PUT"; readonly path: string; readonly body: object };
type Solution = Readonly<Record<string, readonly Deed[]>>;

/** Time runs fast, so that scenarios need not wait for grace periods and delays. */
const FAST = { speed: 30 };
/**
 * Slower time for scenarios in which a program must not appear to run for long only because a busy machine ends it
 * late.
 */
const SLOWER: Readonly<Record<string, typeof FAST>> = { "crash-loop": { speed: 5 } };
const scene = setScene(async ({ api }) => {
  await api("PUT", "/simulation/time", FAST);
});
const MINUTE = 60_000;
const post = (path: string, body: object): Deed => ({ method: "POST", path, body });
const patch = (object: string, change: object, type = "merge"): string =>
  `patch ${object} --type=${type} -p '${JSON.stringify(change)}'`;
const LEDGER = { podSelector: { matchLabels: { app: "ledger" } }, policyTypes: ["Ingress"] };
const policies = "/apis/networking.k8s.io/v1/namespaces/scenario-network-policy/networkpolicies";
const faster: Deed = { method: "PUT", path: "/simulation/time", body: FAST };

/** Solutions of all scenarios, step by step, with the means that the page offers. */
const SOLUTIONS: Readonly<Record<string, Solution>> = {
  rollout: {
    out: ["set image deployment/storefront storefront=nginx:1.27", "rollout status deployment/storefront"],
    typo: ["set image deployment/storefront storefront=nginx:missing", "get pods"],
    back: ["rollout undo deployment/storefront"],
  },
  "crash-loop": {
    repair: ["logs deployment/orders --previous", "set env deployment/orders DATABASE_URL=postgres://ledger/orders"],
  },
  "image-pull": { repair: ["describe pods", "set image deployment/catalogue catalogue=redis:7.4"] },
  readiness: {
    repair: [
      "get events",
      patch(
        "deployment search",
        [{ op: "replace", path: "/spec/template/spec/containers/0/readinessProbe/httpGet/port", value: 80 }],
        "json",
      ),
    ],
  },
  "stateful-order": {
    grow: ["scale statefulset/ledger --replicas=3"],
    partition: [
      patch("statefulset ledger", { spec: { updateStrategy: { rollingUpdate: { partition: 2 } } } }),
      "set image statefulset/ledger ledger=postgres:17",
    ],
    all: [patch("statefulset ledger", { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } })],
  },
  "job-retries": {
    away: ["logs job/import", "delete job import"],
    parts: [
      post("/apis/batch/v1/namespaces/scenario-job-retries/jobs", {
        metadata: { name: "import-parts" },
        spec: {
          completions: 4,
          parallelism: 2,
          template: {
            spec: { restartPolicy: "Never", containers: [{ name: "part", image: "busybox", command: ["true"] }] },
          },
        },
      }),
    ],
  },
  quota: {
    room: [
      "describe quota team",
      patch("resourcequota team", { spec: { hard: { "requests.cpu": "400m" } } }),
      "rollout restart deployment/reports",
    ],
  },
  "network-policy": {
    close: [post(policies, { metadata: { name: "closed" }, spec: LEDGER })],
    open: [
      post(policies, {
        metadata: { name: "teller" },
        spec: {
          ...LEDGER,
          ingress: [{ from: [{ podSelector: { matchLabels: { app: "teller" } } }], ports: [{ port: 80 }] }],
        },
      }),
    ],
  },
  drain: {
    budget: [patch("pdb checkout", { spec: { minAvailable: 2 } })],
    drain: ["drain node-2 --ignore-daemonsets"],
  },
  preemption: {
    class: ["create priorityclass scenario-urgent --value=1000"],
    pod: [
      post("/api/v1/namespaces/scenario-preemption/pods", {
        metadata: { name: "alerts" },
        spec: {
          priorityClassName: "scenario-urgent",
          containers: [{ name: "alerts", image: "nginx:1.27", resources: { requests: { cpu: "3" } } }],
        },
      }),
    ],
  },
  autoscaling: {
    scale: ["autoscale deployment render --min=1 --max=4 --cpu-percent=100", faster],
    limit: [patch("hpa render", { spec: { maxReplicas: 2 } })],
  },
  "node-failure": {
    fail: [post("/simulation/troubles", { kind: "node-down", target: "node-1" }), faster],
    move: ["get pods -o wide"],
    back: [],
  },
};

/**
 * The sample of `npm test` uses each of the page's means: command lines, requests and troubles. `orrery scenario` solves all
 * of them in the unit tests.
 */
const SAMPLE: readonly string[] = ["rollout", "network-policy", "drain", "node-failure"];

/** Runs a command line, as typed by the learner. */
async function say(line: string): Promise<void> {
  const { byId } = scene;
  const output = byId("command-output");
  await byId("command-input").fill(line);
  await byId("command-input").press("Enter");
  await expect.poll(() => output.locator("pre.commandTyped").last().textContent(), { timeout: MINUTE }).toBe(line);
  await expect.poll(() => byId("command-dock").getAttribute("data-running"), { timeout: MINUTE }).toBe("false");
  const said = await output.locator("pre").last().textContent();
  expect(said, line).not.toMatch(/^(error|Error)/);
}

async function send({ method, path, body }: Exclude<Deed, string>): Promise<void> {
  const { byId, page } = scene;
  await byId("scenario-bench-request").check({ force: true });
  await byId("bench-method").click();
  await page.getByRole("option", { name: method, exact: true }).click();
  await byId("bench-path").fill(path);
  await byId("bench-body").fill(JSON.stringify(body));
  await byId("bench-send").click();
  await byId("bench-answer")
    .getByText(/HTTP 2\d\d/)
    .waitFor();
}

test.each(Object.entries(SOLUTIONS).filter(([id]) => !isSample || SAMPLE.includes(id)))(
  "%s can be solved with what its page offers",
  { timeout: 2 * MINUTE },
  async (id, solution) => {
    const { page, byId, go, api } = scene;
    await api("PUT", "/simulation/time", SLOWER[id] ?? FAST);
    await go(`learn/${id}`);
    await byId("step").waitFor();
    await byId("command-dock").getByText(`scenario-${id}`).waitFor();
    for (const [step, deeds] of Object.entries(solution)) {
      if ((await byId(`step-${step}`).getAttribute("aria-current")) === null) await byId("lesson-next").click();
      await page.locator(`[data-testid=step-${step}][aria-current=step]`).waitFor();
      for (const deed of deeds) await (typeof deed === "string" ? say(deed) : send(deed));
      if (id === "node-failure" && step === "back") await api("DELETE", "/simulation/troubles");
      await page.locator(`[data-testid=step-${step}][data-done=true]`).waitFor({ timeout: MINUTE });
    }
    await byId("lesson-finished").waitFor();
    if (id === "drain") await say("uncordon node-2");
  },
);
