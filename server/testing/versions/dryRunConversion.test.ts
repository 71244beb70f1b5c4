import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const place = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
const autoscaler = {
  metadata: { name: "h", annotations: { "autoscaling.alpha.kubernetes.io/metrics": "[]", other: "1" } },
  spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d" } },
};

/** The parts of an answer that a dry run and a real write share. */
async function write(method: string, path: string): Promise<object> {
  const { status, body, text } = await server.request(method, path, { body: autoscaler });
  const { metadata, spec } = body as unknown as { metadata: Record<string, unknown>; spec: object };
  expect(status, text).toBeLessThan(300);
  return { annotations: metadata["annotations"], spec };
}

it("a dry run at a version that is not stored answers as the real write, without what the conversion drops", async () => {
  const dry = await write("POST", `${place}?dryRun=All`);
  expect(dry).toEqual(await write("POST", place));
  expect(dry).toHaveProperty("annotations", { other: "1" });
  expect(dry).toHaveProperty("spec.targetCPUUtilizationPercentage", 80);
  expect(await write("PUT", `${place}/h?dryRun=All`)).toEqual(await write("PUT", `${place}/h`));
});

it("the answer to a dry run of an update has the version of the stored object", async () => {
  const stored = await server.request("GET", `${place}/h`);
  const dry = await server.request("PUT", `${place}/h?dryRun=All`, { body: autoscaler });
  const version = ({ body }: typeof stored): unknown =>
    (body as unknown as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
  expect(version(dry)).toBe(version(stored));
});
