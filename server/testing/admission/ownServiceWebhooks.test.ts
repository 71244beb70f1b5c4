import { afterAll, beforeAll, expect, it } from "vitest";
import { type ExtensionServer, GROUP, register, startFlowers } from "../aggregation/aggregatedApi.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
let flowers: ExtensionServer;
beforeAll(async () => {
  server = await startTestServer();
  flowers = await startFlowers(server);
  await register(server, flowers);
});
afterAll(async () => {
  await flowers.stop();
  await server.stop();
});

it("the server calls a webhook behind its own service with its own identity", async () => {
  const path = `/apis/${GROUP}/v1/reviews`;
  const users: unknown[] = [];
  flowers.intercept = (request, response) => {
    if (request.url?.split("?")[0] !== path) return false;
    users.push([request.headers["x-remote-user"], request.headers["x-remote-group"]]);
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      const { uid } = JSON.parse(text).request;
      const answer = { uid, allowed: false, status: { message: "no such flowers" } };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: answer }));
    });
    return true;
  };
  const webhook = {
    name: "flowers.example.com",
    clientConfig: { service: { namespace: "default", name: "kubernetes", path } },
    rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  await server.request("POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    body: { metadata: { name: "flowers" }, webhooks: [webhook] },
  });
  const refused = await server.request("POST", "/api/v1/namespaces/default/configmaps", {
    body: { metadata: { name: "weeds" } },
  });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'admission webhook "flowers.example.com" denied the request: no such flowers',
  ]);
  expect(users).toEqual([["system:apiserver", "system:masters, system:authenticated"]]);
});
