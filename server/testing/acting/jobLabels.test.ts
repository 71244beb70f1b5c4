import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const JOBS = "/apis/batch/v1/namespaces/default/jobs";

async function make(name: string, labels: Record<string, string> | undefined, ofPods?: Record<string, string>) {
  const metadata = ofPods === undefined ? {} : { labels: ofPods };
  const template = { metadata, spec: { restartPolicy: "Never", containers: [{ name: "c", image: "app:1" }] } };
  const body = { metadata: { name, ...(labels === undefined ? {} : { labels }) }, spec: { template } };
  const answer = await server.request("POST", JOBS, { body });
  expect(answer.status).toBe(201);
  const stored = await server.request("GET", `${JOBS}/${name}`);
  expect(stored.body.metadata.labels).toEqual(answer.body.metadata.labels);
  const { uid = "" } = answer.body.metadata;
  const generated = {
    "batch.kubernetes.io/controller-uid": uid,
    "batch.kubernetes.io/job-name": name,
    "controller-uid": uid,
    "job-name": name,
  };
  return { labels: answer.body.metadata.labels, generated };
}

describe("the labels of a job", () => {
  it("default to all labels of its pod template when it has none", async () => {
    const bare = await make("bare", undefined);
    expect(bare.labels).toEqual(bare.generated);
    const labelled = await make("labelled", undefined, { app: "web" });
    expect(labelled.labels).toEqual({ app: "web", ...labelled.generated });
  });

  it("are kept when it has some, also when they equal the template's", async () => {
    expect((await make("own", { mine: "yes" }, { app: "web" })).labels).toEqual({ mine: "yes" });
    expect((await make("equal", { app: "web" }, { app: "web" })).labels).toEqual({ app: "web" });
  });
});

describe("the first no-op write of a job", () => {
  const versions = async (at: TestServer, labels?: Record<string, string>): Promise<boolean[]> => {
    const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "app:1" }] } };
    const metadata = { generateName: "j-", ...(labels === undefined ? {} : { labels }) };
    const made = (await at.request("POST", JOBS, { body: { metadata, spec: { template } } })).body.metadata;
    const patch = async (query = "") => {
      const headers = { "content-type": "application/strategic-merge-patch+json" };
      const { body } = await at.request("PATCH", `${JOBS}/${made?.name}${query}`, { body: {}, headers });
      return body.metadata;
    };
    const tried = await patch("?dryRun=All");
    const first = await patch();
    const second = await patch();
    expect({ ...first, resourceVersion: "" }).toEqual({ ...made, resourceVersion: "" });
    return [tried, first, second].map((each) => each?.resourceVersion !== made?.resourceVersion);
  };

  it("has no effect", async () => {
    expect(await versions(server)).toEqual([false, false, false]);
  });

  it("stores defaulted labels, with the reference's quirks enabled", async () => {
    const reference = await startTestServer({ referenceQuirks: true });
    try {
      expect(await versions(reference)).toEqual([false, true, true]);
      expect(await versions(reference, { mine: "yes" })).toEqual([false, false, false]);
    } finally {
      await reference.stop();
    }
  });
});
