import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { supportsApiOperations } from "../apiOperations.ts";
import type { ApiPlace, Item } from "../apiPlace.ts";
import { jobTemplate } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
const MINUTE = 60_000;
/** Milliseconds by which the tests have advanced the clock. */
let ahead = 0;
const now = (): number => Date.now() + ahead;
beforeAll(async () => {
  cluster = await startClusterUnderTest({ now });
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
  // A minute has just begun, so that no minute ends on its own during the test.
  ahead += MINUTE - (now() % MINUTE);
});

const CRON_JOBS = "batch/v1/cronjobs";

const body = (concurrencyPolicy: string, spec: object = {}, labels: Record<string, string> = {}, name = "tick") => ({
  metadata: { name, labels },
  spec: { schedule: "*/1 * * * *", concurrencyPolicy, jobTemplate: { spec: { template: jobTemplate() } }, ...spec },
});

/** Lets a minute pass, and triggers the controller. */
async function pass(): Promise<void> {
  ahead += MINUTE;
  await place.patch(`${CRON_JOBS}/tick`, { metadata: { labels: { at: String(ahead) } } });
}
const active = (count: number): Promise<Item> =>
  place.becomes(`${CRON_JOBS}/tick`, {
    status: { active: (jobs: unknown[] | undefined) => (jobs ?? []).length === count },
  });

test("[sig-apps] CronJob should schedule multiple jobs concurrently", async () => {
  await place.create(CRON_JOBS, body("Allow"));
  await pass();
  await active(1);
  await pass();
  await active(2);
  expect(await place.list("batch/v1/jobs")).toHaveLength(2);
});

test("[sig-apps] CronJob should not schedule jobs when suspended [Slow]", async () => {
  await place.create(CRON_JOBS, body("Allow", { suspend: true }));
  await pass();
  await pass();
  // A second cron job, created later, has run: so the controller has had its chance.
  const { metadata, spec } = body("Allow");
  await place.create(CRON_JOBS, { metadata: { ...metadata, name: "other" }, spec });
  ahead += MINUTE;
  await place.patch(`${CRON_JOBS}/tick`, { metadata: { labels: { at: "last" } } });
  await place.patch(`${CRON_JOBS}/other`, { metadata: { labels: { at: "last" } } });
  const jobs = await place.become("batch/v1/jobs", (items) => items.length > 0);
  expect(jobs.map((item) => item.metadata.ownerReferences?.[0]?.name)).toEqual(["other"]);
  await active(0);
});

test("[sig-apps] CronJob should not schedule new jobs when ForbidConcurrent [Slow]", async () => {
  await place.create(CRON_JOBS, body("Forbid"));
  await pass();
  const first = await active(1);
  await pass();
  await place.become("v1/events", (items) => items.some(({ reason }) => reason === "JobAlreadyActive"));
  const second = await active(1);
  expect(at(second, "status.active")).toEqual(at(first, "status.active"));
  expect(await place.list("batch/v1/jobs")).toHaveLength(1);
});

test("[sig-apps] CronJob should replace jobs when ReplaceConcurrent", async () => {
  await place.create(CRON_JOBS, body("Replace"));
  await pass();
  const name = at<string>(await active(1), "status.active.0.name");
  await pass();
  await place.becomes(`${CRON_JOBS}/tick`, {
    status: { active: (jobs: { name: string }[] | undefined) => jobs?.length === 1 && jobs[0]?.name !== name },
  });
  await place.gone(`batch/v1/jobs/${name}`);
});

test("[sig-apps] CronJob should support CronJob API operations", async () => {
  await supportsApiOperations(place, {
    resource: CRON_JOBS,
    kind: "CronJob",
    make: (name, labels) => body("Allow", { schedule: "0 0 1 1 *" }, labels, name),
    status: {
      value: { lastScheduleTime: "2026-01-02T03:04:05Z" },
      path: "lastScheduleTime",
      expected: "2026-01-02T03:04:05Z",
    },
  });
});
