import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./testServer.ts";

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
  it("are all those of its pods when it is sent without any", async () => {
    const bare = await make("bare", undefined);
    expect(bare.labels).toEqual(bare.generated);
    const labelled = await make("labelled", undefined, { app: "web" });
    expect(labelled.labels).toEqual({ app: "web", ...labelled.generated });
  });

  it("are its own when it has some, equal ones included", async () => {
    expect((await make("own", { mine: "yes" }, { app: "web" })).labels).toEqual({ mine: "yes" });
    expect((await make("equal", { app: "web" }, { app: "web" })).labels).toEqual({ app: "web" });
  });
});
