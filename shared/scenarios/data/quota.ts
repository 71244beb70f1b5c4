import type { Scenario } from "../scenario.ts";
import { code, deployment, MERGE_PATCH, settled } from "./workload.ts";

const NAMESPACE = "scenario-quota";
const QUOTA = `/api/v1/namespaces/${NAMESPACE}/resourcequotas/team`;
const REPORTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/reports`;

/** A quota that stops a deployment, and defaults from a limit range. */
export const quota: Scenario = {
  id: "quota",
  title: { en: "The quota is used up", de: "Die Quota ist erschöpft" },
  summary: {
    en: "A deployment stays at two of four: find what refuses its pods, and give the team more room.",
    de: "Ein Deployment bleibt bei zwei von vier: Finden Sie, wer seine Pods verweigert, und geben Sie dem Team mehr Raum.",
  },
  minutes: 6,
  nodes: 1,
  namespace: NAMESPACE,
  manifests: [
    {
      apiVersion: "v1",
      kind: "LimitRange",
      metadata: { name: "defaults" },
      spec: { limits: [{ type: "Container", default: { cpu: "200m" }, defaultRequest: { cpu: "100m" } }] },
    },
    {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name: "team" },
      spec: { hard: { pods: "10", "requests.cpu": "200m" } },
    },
    deployment({ name: "reports", replicas: 4 }),
  ],
  begins: [settled("reports", REPORTS, [{ at: "/status/availableReplicas", equals: 2 }])],
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "room",
      title: { en: "Make room", de: "Raum schaffen" },
      text: [
        {
          en: `The deployment \`reports\` in \`${NAMESPACE}\` has two of four pods. Its containers ask for nothing themselves: the limit range gives each 100m of CPU, and the quota \`team\` ends at 200m. The Events of its replica set say so. Raise the quota so that all four fit.`,
          de: `Das Deployment \`reports\` in \`${NAMESPACE}\` hat zwei von vier Pods. Seine Container verlangen selbst nichts: Die LimitRange gibt jedem 100m CPU, und die Quota \`team\` endet bei 200m. Die Events seines ReplicaSets sagen es. Heben Sie die Quota so an, dass alle vier Platz haben.`,
        },
      ],
      hints: [
        code("`kubectl describe replicaset`, `kubectl describe quota team`"),
        {
          en: "`requests.cpu` must have room for four pods. The replica set tries again after a while; `kubectl rollout restart` makes it try at once.",
          de: "`requests.cpu` muss für vier Pods reichen. Das ReplicaSet versucht es nach einer Weile wieder; `kubectl rollout restart` lässt es das sofort tun.",
        },
      ],
      checks: [
        {
          says: { en: "All four are available", de: "Alle vier sind verfügbar" },
          ask: { method: "GET", path: REPORTS },
          status: 200,
          expect: [{ at: "/status/availableReplicas", equals: 4 }],
        },
        {
          says: { en: "The quota still limits the team", de: "Die Quota begrenzt das Team weiterhin" },
          ask: { method: "GET", path: QUOTA },
          status: 200,
          expect: [{ at: "/spec/hard/requests.cpu" }, { at: "/status/used/requests.cpu" }],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: QUOTA,
          contentType: MERGE_PATCH,
          body: { spec: { hard: { "requests.cpu": "500m" } } },
          status: 200,
        },
        // The controller retries refused pods later; a change of the deployment makes it retry at once.
        {
          method: "PATCH",
          path: REPORTS,
          contentType: MERGE_PATCH,
          body: { spec: { template: { metadata: { annotations: { "example.com/tried": "again" } } } } },
          status: 200,
        },
      ],
    },
  ],
};
