import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiPlace, refused } from "../apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
/** Milliseconds by which the tests have advanced the clock. */
let ahead = 0;
beforeAll(async () => {
  cluster = await startClusterUnderTest({
    simulatedNodes: 0,
    now: () => Date.now() + ahead,
    // The server checks five times as often for history to compact.
    historyRetention: 10_000,
    etcdCompactionInterval: 2000,
  });
});
afterAll(() => cluster.stop());

const TEMPLATES = "v1/podtemplates";
const COUNT = 400;

async function fill(place: ApiPlace): Promise<void> {
  for (let from = 0; from < COUNT; from += 20) {
    const names = Array.from({ length: 20 }, (_, index) => `template-${String(from + index).padStart(4, "0")}`);
    const template = { spec: { containers: [{ name: "test", image: "test2" }] } };
    await Promise.all(names.map((name) => place.create(TEMPLATES, { metadata: { name }, template })));
  }
}
interface Page {
  readonly items: { metadata: { name: string } }[];
  readonly metadata: { continue?: string; resourceVersion: string; remainingItemCount?: number };
}
const page = async (place: ApiPlace, query: string): Promise<Page> =>
  (await place.send("GET", `${TEMPLATES}?${query}`)).body as unknown as Page;

test("[sig-api-machinery] Servers with support for API chunking should return chunks of results for list calls", async () => {
  const place = await cluster.namespace();
  await fill(place);
  for (const limit of [7, 133, 400]) {
    let found = 0;
    let version: string | undefined;
    let next = "";
    do {
      const { items, metadata } = await page(
        place,
        `limit=${limit}${next === "" ? "" : `&continue=${encodeURIComponent(next)}`}`,
      );
      for (const {
        metadata: { name },
      } of items) {
        expect(name).toBe(`template-${String(found).padStart(4, "0")}`);
        found += 1;
      }
      expect(items.length).toBeLessThanOrEqual(limit);
      version ??= metadata.resourceVersion;
      expect(metadata.resourceVersion).toBe(version);
      next = metadata.continue ?? "";
      expect(metadata.remainingItemCount).toBe(next === "" ? undefined : COUNT - found);
    } while (next !== "");
    expect(found).toBe(COUNT);
  }
});

test("[sig-api-machinery] Servers with support for API chunking should support continue listing from the last key if the original version has been compacted away, though the list is inconsistent [Slow]", async () => {
  const place = await cluster.namespace();
  await fill(place);
  const first = await page(place, "limit=40");
  const token = first.metadata.continue ?? "";
  // Enough time passes for the version to be compacted.
  await place.patch(`${TEMPLATES}/template-0399`, { metadata: { labels: { soon: "yes" } } });
  ahead += 600_000;
  await place.patch(`${TEMPLATES}/template-0399`, { metadata: { labels: { late: "yes" } } });
  const more = `${TEMPLATES}?limit=40&continue=${encodeURIComponent(token)}`;
  await expect.poll(async () => (await place.send("GET", more)).status, { timeout: 10_000 }).toBe(410);
  const status = await refused(place.send("GET", more), 410);
  expect(status.reason).toBe("Expired");
  const inconsistent = (status.metadata as { continue?: string }).continue ?? "";
  expect(inconsistent).not.toBe("");
  const second = await page(place, `limit=40&continue=${encodeURIComponent(inconsistent)}`);
  expect(second.metadata.resourceVersion).not.toBe(first.metadata.resourceVersion);
  expect(second.items.map(({ metadata }) => metadata.name)[0]).toBe("template-0040");
  const rest = await page(place, `continue=${encodeURIComponent(second.metadata.continue ?? "")}`);
  expect(rest.items).toHaveLength(COUNT - 80);
  expect(rest.metadata.resourceVersion).toBe(second.metadata.resourceVersion);
});

test("[sig-api-machinery] Servers with support for Table transformation should return a 406 for a backend which does not implement metadata", async () => {
  const review = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { nonResourceAttributes: { path: "/", verb: "get" } },
  };
  const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
  const answer = await refused(
    cluster.whole.send("POST", "authorization.k8s.io/v1/selfsubjectaccessreviews", { body: review, headers }),
    406,
  );
  expect(answer.reason).toBe("NotAcceptable");
});

test("[sig-api-machinery] server version should find the server version", async () => {
  const { body } = await cluster.server.request("GET", "/version");
  expect(body).toMatchObject({ major: "1", minor: expect.stringMatching(/^\d+\+?$/) });
});
