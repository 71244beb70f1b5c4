import { afterAll, beforeAll, expect, test } from "vitest";
import { supportsApiOperations } from "../apiOperations.ts";
import { refused } from "../apiPlace.ts";
import { template, workload } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest({ simulatedNodes: 0 });
});
afterAll(() => cluster.stop());

const ADMISSION = "admissionregistration.k8s.io/v1";
const POLICIES = `${ADMISSION}/validatingadmissionpolicies`;
const BINDINGS = `${ADMISSION}/validatingadmissionpolicybindings`;
const FLOW = "flowcontrol.apiserver.k8s.io/v1";

const deploymentsOnly = {
  resourceRules: [
    { operations: ["CREATE", "UPDATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] },
  ],
};
const policy = (name: string, spec: object, labels: Record<string, string> = {}) => ({
  metadata: { name, labels },
  spec: { failurePolicy: "Fail", matchConstraints: deploymentsOnly, ...spec },
});
const binding = (name: string, policyName: string, spec: object = {}, labels: Record<string, string> = {}) => ({
  metadata: { name, labels },
  spec: { policyName, validationActions: ["Deny"], ...spec },
});

/**
 * Expects the policy to admit only deployments of more than one replica, in a namespace that is marked for the policy.
 */
async function validates(name: string, spec: object): Promise<void> {
  const { whole } = cluster;
  const place = await cluster.namespace({ marked: name });
  await whole.create(POLICIES, policy(name, spec));
  await whole.becomes(`${POLICIES}/${name}`, { status: { observedGeneration: 1, typeChecking: {} } });
  expect(at(await whole.get(`${POLICIES}/${name}`), "status.typeChecking.expressionWarnings")).toBeUndefined();
  const matchResources = { namespaceSelector: { matchLabels: { marked: name } } };
  await whole.create(BINDINGS, binding(name, name, { matchResources }));
  const deployment = (replicas: number) => workload("web", replicas, { template: template({ name: "web" }) });
  const answer = await refused(place.send("POST", "apps/v1/deployments", { body: deployment(1) }), 422);
  expect(answer.message).toContain(`ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request`);
  await place.create("apps/v1/deployments", deployment(2));
  await whole.remove(`${BINDINGS}/${name}`);
  await whole.remove(`${POLICIES}/${name}`);
}

test("[sig-api-machinery] ValidatingAdmissionPolicy [Privileged:ClusterAdmin] should validate against a Deployment", async () => {
  await validates("replicas", { validations: [{ expression: "object.spec.replicas > 1" }] });
});

test("[sig-api-machinery] ValidatingAdmissionPolicy [Privileged:ClusterAdmin] should allow expressions to refer variables.", async () => {
  await validates("variables", {
    variables: [
      { name: "replicas", expression: "object.spec.replicas" },
      { name: "oddReplicas", expression: "variables.replicas % 2 == 1" },
    ],
    validations: [{ expression: "variables.replicas > 1" }, { expression: "!variables.oddReplicas" }],
  });
});

test("[sig-api-machinery] ValidatingAdmissionPolicy [Privileged:ClusterAdmin] should support ValidatingAdmissionPolicy API operations", async () => {
  await supportsApiOperations(cluster.whole, {
    resource: POLICIES,
    kind: "ValidatingAdmissionPolicy",
    make: (name, labels) => policy(name, { validations: [{ expression: "object.spec.replicas <= 100" }] }, labels),
    status: {
      value: {
        conditions: [
          {
            type: "Tested",
            status: "True",
            reason: "Test",
            message: "set",
            lastTransitionTime: "2026-01-01T00:00:00Z",
          },
        ],
      },
      alone: true,
      path: "conditions",
      expected: [
        { type: "Tested", status: "True", reason: "Test", message: "set", lastTransitionTime: "2026-01-01T00:00:00Z" },
      ],
    },
  });
});

test("[sig-api-machinery] ValidatingAdmissionPolicy [Privileged:ClusterAdmin] should support ValidatingAdmissionPolicyBinding API operations", async () => {
  await supportsApiOperations(cluster.whole, {
    resource: BINDINGS,
    kind: "ValidatingAdmissionPolicyBinding",
    make: (name, labels) => binding(name, "replicalimit-policy.example.com", {}, labels),
  });
});

test("[sig-api-machinery] API priority and fairness should support FlowSchema API operations", async () => {
  // The server maintains the condition "Dangling" itself, beside this one.
  const condition = {
    type: "patchStatusTest",
    status: "True",
    reason: "Test",
    message: "set",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  };
  await supportsApiOperations(cluster.whole, {
    resource: `${FLOW}/flowschemas`,
    kind: "FlowSchema",
    make: (name, labels) => ({
      metadata: { name, labels },
      spec: {
        matchingPrecedence: 10000,
        priorityLevelConfiguration: { name: "global-default" },
        rules: [
          {
            subjects: [{ kind: "User", user: { name: "example-e2e-non-existent-user" } }],
            nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
          },
        ],
      },
    }),
    status: {
      value: { conditions: [condition] },
      alone: true,
      path: "conditions",
      expected: expect.arrayContaining([condition]),
    },
  });
});

test("[sig-api-machinery] API priority and fairness should support PriorityLevelConfiguration API operations", async () => {
  const condition = {
    type: "patchStatusTest",
    status: "True",
    reason: "Test",
    message: "set",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  };
  await supportsApiOperations(cluster.whole, {
    resource: `${FLOW}/prioritylevelconfigurations`,
    kind: "PriorityLevelConfiguration",
    make: (name, labels) => ({
      metadata: { name, labels },
      spec: { type: "Limited", limited: { nominalConcurrencyShares: 2, limitResponse: { type: "Reject" } } },
    }),
    status: { value: { conditions: [condition] }, alone: true, path: "conditions", expected: [condition] },
  });
});
