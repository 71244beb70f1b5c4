import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/**
 * A path, a spec, and the errors of its entries in the reference's order: the field, then the beginning of the error's
 * text.
 */
const cases: readonly [path: string, spec: object, told: readonly [field: string, text: string][]][] = [
  [
    "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies",
    {
      podSelector: {},
      ingress: [{ ports: [{ protocol: "X", port: 0, endPort: -1 }, { port: "a_b", endPort: 1 }, { endPort: 2 }] }],
    },
    [
      ["spec.ingress[0].ports[0].protocol", 'Unsupported value: "X": supported values: "TCP", "UDP", "SCTP"'],
      ["spec.ingress[0].ports[0].port", "Invalid value: 0: must be between 1 and 65535, inclusive"],
      ["spec.ingress[0].ports[0].endPort", "Invalid value: 0: must be greater than or equal to `port`"],
      ["spec.ingress[0].ports[0].endPort", "Invalid value: -1: must be between 1 and 65535, inclusive"],
      ["spec.ingress[0].ports[1].endPort", "Invalid value: 1: may not be specified when `port` is non-numeric"],
      ["spec.ingress[0].ports[1].port", 'Invalid value: "a_b": must contain only alpha-numeric characters'],
      ["spec.ingress[0].ports[2].endPort", "Invalid value: 2: may not be specified when `port` is not specified"],
    ],
  ],
  [
    "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
    {
      maxReplicas: 1,
      scaleTargetRef: { kind: "Deployment", name: "web" },
      behavior: {
        scaleUp: {
          stabilizationWindowSeconds: -1,
          selectPolicy: "X",
          policies: [
            { type: "Y", value: 0, periodSeconds: 0 },
            { type: "Pods", value: 1, periodSeconds: 9999 },
          ],
        },
      },
    },
    [
      ["spec.behavior.scaleUp.stabilizationWindowSeconds", "Invalid value: -1: must be greater than or equal to zero"],
      ["spec.behavior.scaleUp.selectPolicy", 'Unsupported value: "X": supported values: "Disabled", "Max", "Min"'],
      ["spec.behavior.scaleUp.policies[0].type", 'Unsupported value: "Y": supported values: "Percent", "Pods"'],
      ["spec.behavior.scaleUp.policies[0].value", "Invalid value: 0: must be greater than zero"],
      ["spec.behavior.scaleUp.policies[0].periodSeconds", "Invalid value: 0: must be greater than zero"],
      ["spec.behavior.scaleUp.policies[1].periodSeconds", "Invalid value: 9999: must be less than or equal to 1800"],
    ],
  ],
  [
    "/api/v1/namespaces/default/limitranges",
    {
      limits: [
        { type: "Pod", default: { cpu: "1" }, defaultRequest: { cpu: "1" }, max: { cpu: "1" }, min: { cpu: "2" } },
        { type: "Container", default: { cpu: "1" }, min: { cpu: "2" }, maxLimitRequestRatio: { cpu: "0.5" } },
        { type: "Pod" },
      ],
    },
    [
      ["spec.limits[0].default", "Forbidden: may not be specified when `type` is 'Pod'"],
      ["spec.limits[0].defaultRequest", "Forbidden: may not be specified when `type` is 'Pod'"],
      ["spec.limits[0].min[cpu]", "Invalid value: resource.Quantity{i:resource.int64Amount{value:2, scale:0}"],
      ["spec.limits[1].defaultRequest[cpu]", "Invalid value: resource.Quantity{"],
      ["spec.limits[1].default[cpu]", "Invalid value: resource.Quantity{"],
      ["spec.limits[1].maxLimitRequestRatio[cpu]", "Invalid value: resource.Quantity{"],
      ["spec.limits[2].type", 'Duplicate value: "Pod"'],
    ],
  ],
];

it.each(cases)("reports all errors in the entries of %s, in order", async (path, spec, told) => {
  const { status, body } = await server.request("POST", path, { body: { metadata: { name: "many" }, spec } });
  const causes = (body.details?.causes ?? []).map(({ field, message }, i) => [
    field,
    message?.slice(0, told[i]?.[1].length ?? undefined),
  ]);
  expect([status, causes]).toEqual([422, told]);
});
