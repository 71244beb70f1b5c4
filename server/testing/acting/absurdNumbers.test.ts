import type { Job } from "kubernetes-types/batch/v1";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startLivingCluster } from "../../acting/controllers/testing/cluster.ts";
import { createLog } from "../../ground/observability/log/log.ts";

const LARGEST = "9223372036854775807";
const MOST = 2 ** 31 - 1;

let cluster: Cluster;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLog(0, { write: (line: string) => void lines.push(line) });
  cluster = await startLivingCluster(
    ["job-controller", "cronjob-controller", "daemonset-controller", "statefulset-controller"],
    { log },
  );
});
afterAll(async () => {
  await cluster.stop();
  // A controller that cannot compute with a number reports that, and tries again.
  expect(lines.filter((line) => /TypeError|RangeError/.test(line))).toEqual([]);
});

/** Creates an object from a text, because its numbers are no doubles. */
async function make(
  apiVersion: string,
  resource: string,
  name: string,
  spec: object,
  more: object = {},
): Promise<void> {
  const body = JSON.stringify({ metadata: { name }, spec, ...more }).replaceAll(`"${LARGEST}"`, LARGEST);
  const { status, text } = await cluster.server.request("POST", cluster.url(`${apiVersion}/${resource}`), { body });
  if (status !== 201) throw new Error(text);
}

const containers = [{ name: "c", image: "nginx" }];
const ofJob = { spec: { restartPolicy: "Never", containers } };
const workload = (name: string) => ({
  selector: { matchLabels: { of: name } },
  template: { metadata: { labels: { of: name } }, spec: { containers } },
});

it("a deadline of a job that overflows has passed at once, as in the reference", async () => {
  await make("batch/v1", "jobs", "late", { activeDeadlineSeconds: LARGEST, template: ofJob });
  const isFailed = ({ status }: Job): boolean => status?.conditions?.some(({ type }) => type === "Failed") ?? false;
  const job = await cluster.becomes<Job & ApiObject>("batch/v1/jobs/late", isFailed);
  expect(job.status?.conditions?.find(({ type }) => type === "Failed")?.reason).toBe("DeadlineExceeded");
});

it("a cron job takes any deadline for its starts", async () => {
  const spec = { schedule: "* * * * *", jobTemplate: { spec: { template: ofJob } }, successfulJobsHistoryLimit: MOST };
  await make("batch/v1", "cronjobs", "any", { ...spec, startingDeadlineSeconds: LARGEST });
});

it("a success policy may name all indexes", async () => {
  const successPolicy = { rules: [{ succeededIndexes: `0-${MOST - 1}`, succeededCount: MOST }] };
  const spec = { completions: MOST, parallelism: 2, completionMode: "Indexed", successPolicy, template: ofJob };
  await make("batch/v1", "jobs", "each", spec);
  await cluster.becomes<Job & ApiObject>("batch/v1/jobs/each", ({ status }) => status?.active === 2);
});

it("a revision may have any number", async () => {
  const labels = { of: "agents" };
  const former = { metadata: { name: "former", labels }, data: { spec: {} }, revision: Number.MAX_SAFE_INTEGER };
  await make("apps/v1", "controllerrevisions", "former", {}, former);
  await make("apps/v1", "daemonsets", "agents", workload("agents"));
  await cluster.become("apps/v1/controllerrevisions", (revisions) =>
    revisions.some(({ revision }) => String(revision) === String(2 ** 53)),
  );
});

it("a daemon set keeps its revision if the next number would overflow, and goes on", async () => {
  await make("apps/v1", "daemonsets", "kept", workload("kept"));
  const isOfSet = ({ metadata }: ApiObject): boolean => metadata.labels?.of === "kept";
  const [pod] = (await cluster.become("v1/pods", (pods) => pods.some(isOfSet))).filter(isOfSet);
  const data = { spec: {} };
  const largest = { metadata: { name: "largest", labels: { of: "kept" } }, data, revision: LARGEST };
  await make("apps/v1", "controllerrevisions", "largest", {}, largest);
  await cluster.becomes(
    "apps/v1/controllerrevisions/largest",
    ({ metadata }) => metadata.ownerReferences !== undefined,
  );
  await cluster.remove(`v1/pods/${pod?.metadata.name}`);
  await cluster.become("v1/pods", (pods) =>
    pods.some((each) => isOfSet(each) && each.metadata.uid !== pod?.metadata.uid),
  );
  const revisions = (await cluster.list("apps/v1/controllerrevisions")).filter(isOfSet);
  expect(revisions.map(({ revision }) => String(revision)).sort()).toEqual(["1", String(Number(LARGEST))]);
});

it("a stateful set may ask for any number of pods", async () => {
  await make("apps/v1", "statefulsets", "db", { ...workload("db"), serviceName: "db", replicas: MOST });
  await cluster.becomes("v1/pods/db-1", () => true);
  await cluster.remove("apps/v1/statefulsets/db");
});

it("a pod ends whatever grace it asks for", async () => {
  const tolerations = [{ key: "x", operator: "Exists", effect: "NoExecute", tolerationSeconds: LARGEST }];
  await make("v1", "pods", "slow", { containers, terminationGracePeriodSeconds: LARGEST, tolerations });
  await cluster.becomes("v1/pods/slow", ({ status }) => (status as { phase?: string }).phase === "Running");
  await cluster.remove("v1/pods/slow");
  await cluster.become("v1/pods", (pods) => pods.every(({ metadata }) => metadata.name !== "slow"));
});
