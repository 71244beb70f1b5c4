import type { Scenario } from "../scenario.ts";
import { code, deployment, MERGE_PATCH, settled, spread } from "./workload.ts";

const NAMESPACE = "scenario-drain";
const CORE = `/api/v1/namespaces/${NAMESPACE}`;
const BUDGET = `/apis/policy/v1/namespaces/${NAMESPACE}/poddisruptionbudgets/checkout`;
const CHECKOUT = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/checkout`;
const ON_NODE = `${CORE}/pods?fieldSelector=spec.nodeName%3Dnode-2`;

/** Draining a node under a disruption budget. */
export const drain: Scenario = {
  id: "drain",
  title: { en: "Drain a node, within a budget", de: "Einen Node leeren, mit Budget" },
  summary: {
    en: "A budget refuses every eviction. Let it allow one, and empty a node without an outage.",
    de: "Ein Budget verweigert jede Räumung. Lassen Sie es eine zu und leeren Sie einen Node ohne Ausfall.",
  },
  minutes: 8,
  nodes: 3,
  namespace: NAMESPACE,
  manifests: [
    deployment({
      name: "checkout",
      replicas: 3,
      pod: {
        topologySpreadConstraints: spread("checkout"),
      },
    }),
    {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "checkout" },
      spec: { minAvailable: 3, selector: { matchLabels: { app: "checkout" } } },
    },
  ],
  begins: [settled("checkout", CHECKOUT, [{ at: "/status/availableReplicas", equals: 3 }])],
  setup: [],
  cleanup: [
    {
      method: "PATCH",
      path: "/api/v1/nodes/node-2",
      contentType: MERGE_PATCH,
      body: { spec: { unschedulable: null } },
    },
  ],
  steps: [
    {
      id: "budget",
      title: { en: "Let the budget allow one", de: "Das Budget lockern" },
      text: [
        {
          en: `Try to evict a pod of \`checkout\` in \`${NAMESPACE}\`: the budget \`checkout\` wants all three available, so that the answer is 429. Change it so that two are enough.`,
          de: `Versuchen Sie, einen Pod von \`checkout\` in \`${NAMESPACE}\` zu räumen: Das Budget \`checkout\` verlangt alle drei, die Antwort ist 429. Ändern Sie es so, dass zwei genügen.`,
        },
      ],
      hints: [code("`kubectl drain node-2 --ignore-daemonsets`"), code("`minAvailable`, `maxUnavailable`")],
      checks: [
        {
          says: { en: "The budget allows one disruption", de: "Das Budget lässt eine Störung zu" },
          ask: { method: "GET", path: BUDGET },
          status: 200,
          expect: [
            { at: "/status/desiredHealthy", equals: 2 },
            { at: "/status/disruptionsAllowed", atLeast: 1 },
          ],
        },
      ],
      solution: [
        { method: "PATCH", path: BUDGET, contentType: MERGE_PATCH, body: { spec: { minAvailable: 2 } }, status: 200 },
      ],
    },
    {
      id: "drain",
      title: { en: "Empty the node", de: "Den Node leeren" },
      text: [
        {
          en: "Cordon `node-2`, so that nothing new comes, and evict what is there. The deployment replaces it elsewhere.",
          de: "Sperren Sie `node-2`, damit nichts Neues kommt, und räumen Sie, was dort ist. Das Deployment ersetzt es anderswo.",
        },
      ],
      hints: [code("`kubectl cordon`, `kubectl drain`")],
      checks: [
        {
          says: { en: "Nothing new comes to `node-2`", de: "Nach `node-2` kommt nichts Neues" },
          ask: { method: "GET", path: "/api/v1/nodes/node-2" },
          status: 200,
          expect: [{ at: "/spec/unschedulable", equals: true }],
        },
        {
          says: { en: "No pod of `checkout` is there", de: "Kein Pod von `checkout` ist dort" },
          ask: { method: "GET", path: ON_NODE },
          status: 200,
          expect: [{ at: "/items/*/metadata/name", exists: false }],
        },
        {
          says: { en: "All three are available", de: "Alle drei sind verfügbar" },
          ask: { method: "GET", path: CHECKOUT },
          status: 200,
          expect: [{ at: "/status/availableReplicas", equals: 3 }],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: "/api/v1/nodes/node-2",
          contentType: MERGE_PATCH,
          body: { spec: { unschedulable: true } },
          status: 200,
        },
        { method: "GET", path: ON_NODE, keep: { pod: "/items/0/metadata/name" }, status: 200 },
        {
          method: "POST",
          path: `${CORE}/pods/$(pod)/eviction`,
          body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "$(pod)", namespace: NAMESPACE } },
          status: 201,
        },
      ],
    },
  ],
};
