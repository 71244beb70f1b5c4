import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("fields that the server adds are in the order of the Go type", async () => {
  const jobs = "/apis/batch/v1/namespaces/default/jobs";
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
  const made = await server.request("POST", jobs, { body: { metadata: { name: "a" }, spec: { template } } });
  const { metadata, spec } = made.body as unknown as { metadata: object; spec: { template: { metadata: object } } };
  expect(Object.keys(metadata)).toEqual([
    "name",
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "labels",
    "managedFields",
  ]);
  expect(Object.keys(spec)).toEqual([
    "parallelism",
    "completions",
    "backoffLimit",
    "selector",
    "manualSelector",
    "template",
    "completionMode",
    "suspend",
    "podReplacementPolicy",
  ]);
  const read = await server.request("GET", `${jobs}/a`);
  expect(read.text).toBe(made.text);

  const services = "/api/v1/namespaces/default/services";
  const service = { metadata: { name: "a" }, spec: { ports: [{ port: 80 }] } };
  const { body } = await server.request("POST", services, { body: service });
  expect(Object.keys(body["spec"] as object)).toEqual([
    "ports",
    "clusterIP",
    "clusterIPs",
    "type",
    "sessionAffinity",
    "ipFamilies",
    "ipFamilyPolicy",
    "internalTrafficPolicy",
  ]);
});
