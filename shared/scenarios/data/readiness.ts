import type { Scenario } from "../scenario.ts";
import { code, deployment, STRATEGIC_PATCH, service, settled } from "./workload.ts";

const NAMESPACE = "scenario-readiness";
const SEARCH = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/search`;
const probe = (port: number) => ({
  readinessProbe: { httpGet: { path: "/", port }, periodSeconds: 1, failureThreshold: 1 },
});

/** Pods that run but get no traffic, because their readiness probe uses the wrong port. */
export const readiness: Scenario = {
  id: "readiness",
  title: { en: "Running, but not ready", de: "Läuft, ist aber nicht bereit" },
  summary: {
    en: "A service without endpoints: its pods run and fail their readiness probe.",
    de: "Ein Service ohne Endpunkte: Seine Pods laufen und bestehen die Readiness-Probe nicht.",
  },
  minutes: 6,
  nodes: 1,
  namespace: NAMESPACE,
  manifests: [
    deployment({ name: "search", replicas: 2, container: { ports: [{ containerPort: 80 }], ...probe(8080) } }),
    service("search", 80),
  ],
  begins: [settled("search", SEARCH, [{ at: "/status/unavailableReplicas", equals: 2 }])],
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "repair",
      title: { en: "Bring traffic to the pods", de: "Verkehr zu den Pods bringen" },
      text: [
        {
          en: `The pods of \`search\` in \`${NAMESPACE}\` run, but their service has no ready endpoint. The program listens on port 80. See where the readiness probe asks, and mend it.`,
          de: `Die Pods von \`search\` in \`${NAMESPACE}\` laufen, aber ihr Service hat keinen bereiten Endpunkt. Das Programm hört auf Port 80. Sehen Sie nach, wo die Readiness-Probe fragt, und beheben Sie das.`,
        },
      ],
      hints: [
        {
          en: "Events of the pods say what the probe was told.",
          de: "Events der Pods sagen, was die Probe zu hören bekam.",
        },
        code("`kubectl get endpointslices`, `kubectl edit deployment`"),
      ],
      checks: [
        {
          says: { en: "The pods are asked whether they are ready", de: "Die Pods werden gefragt, ob sie bereit sind" },
          ask: { method: "GET", path: SEARCH },
          status: 200,
          expect: [
            { at: "/spec/template/spec/containers/0/readinessProbe" },
            { at: "/status/availableReplicas", equals: 2 },
          ],
        },
        {
          says: { en: "The service has two ready endpoints", de: "Der Service hat zwei bereite Endpunkte" },
          ask: {
            method: "GET",
            path: `/api/v1/namespaces/${NAMESPACE}/endpoints/search`,
          },
          status: 200,
          expect: [
            { at: "/subsets/*/addresses/*/ip", count: 2 },
            { at: "/subsets/*/notReadyAddresses/*/ip", exists: false },
          ],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: SEARCH,
          contentType: STRATEGIC_PATCH,
          body: { spec: { template: { spec: { containers: [{ name: "search", ...probe(80) }] } } } },
          status: 200,
        },
      ],
    },
  ],
};
