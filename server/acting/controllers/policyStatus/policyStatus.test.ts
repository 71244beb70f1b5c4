import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/testServer.ts";
import { until } from "../../testing/until.ts";

const POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["validatingadmissionpolicy-status-controller"] });
});
afterAll(() => server.stop());

const policy = (expression: string) => ({
  metadata: { name: "p" },
  spec: {
    matchConstraints: {
      resourceRules: [{ operations: ["*"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] }],
    },
    validations: [{ expression }],
  },
});
const read = async () => (await server.request("GET", `${POLICIES}/p`)).body;
const observed = async (generation: number): Promise<unknown> => {
  let status: unknown;
  await until(async () => {
    status = (await read())["status"];
    return (status as { observedGeneration?: number }).observedGeneration === generation;
  });
  return status;
};

it("writes type-checking warnings for each generation", async () => {
  await server.request("POST", POLICIES, { body: policy("object.replicas > 1") });
  expect(await observed(1)).toEqual({
    observedGeneration: 1,
    typeChecking: {
      expressionWarnings: [
        {
          fieldRef: "spec.validations[0].expression",
          warning:
            "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'\n | object.replicas > 1\n | ......^\n",
        },
      ],
    },
  });
  const stored = await read();
  expect(
    stored.metadata.managedFields?.map(({ manager, operation, subresource }) => [manager, operation, subresource]),
  ).toContainEqual(["validatingadmissionpolicy-status", "Apply", "status"]);
  await server.request("PUT", `${POLICIES}/p`, {
    body: { ...stored, ...policy("object.spec.replicas > 1"), metadata: stored.metadata },
  });
  expect(await observed(2)).toEqual({ observedGeneration: 2, typeChecking: {} });
});
