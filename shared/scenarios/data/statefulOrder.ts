import type { Scenario } from "../scenario.ts";
import { code, MERGE_PATCH, settled } from "./workload.ts";

const NAMESPACE = "scenario-stateful-order";
const SETS = `/apis/apps/v1/namespaces/${NAMESPACE}/statefulsets/ledger`;
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
const imageOf = (pod: string, image: string) => ({
  ask: { method: "GET" as const, path: `${PODS}/${pod}` },
  status: 200,
  expect: [
    { at: "/spec/containers/0/image", equals: image },
    { at: "/status/phase", equals: "Running" },
  ],
});

/** The database does not start without a password. */
const ledger = (image: string) => ({
  name: "ledger",
  image,
  env: [{ name: "POSTGRES_PASSWORD", value: "open-books" }],
});

/** Pods with stable names, in order: scaling up, and a rollout that starts at the last pod. */
export const statefulOrder: Scenario = {
  id: "stateful-order",
  title: { en: "One after the other", de: "Einer nach dem anderen" },
  summary: {
    en: "A StatefulSet makes its pods in order, and rolls out from the last to the first: try a change on one of them.",
    de: "Ein StatefulSet legt seine Pods der Reihe nach an und rollt vom letzten zum ersten aus: Eine Änderung an einem erproben.",
  },
  minutes: 8,
  nodes: 1,
  namespace: NAMESPACE,
  manifests: [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "ledger" },
      spec: { clusterIP: "None", selector: { app: "ledger" }, ports: [{ port: 5432 }] },
    },
    {
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      metadata: { name: "ledger" },
      spec: {
        serviceName: "ledger",
        replicas: 1,
        selector: { matchLabels: { app: "ledger" } },
        template: {
          metadata: { labels: { app: "ledger" } },
          spec: { containers: [ledger("postgres:16")] },
        },
      },
    },
  ],
  begins: [settled("ledger", SETS, [{ at: "/status/readyReplicas", equals: 1 }])],
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "grow",
      title: { en: "Grow to three", de: "Auf drei wachsen" },
      text: [
        {
          en: `Scale the StatefulSet \`ledger\` in \`${NAMESPACE}\` to three. Watch: \`ledger-2\` is made when \`ledger-1\` is ready.`,
          de: `Skalieren Sie das StatefulSet \`ledger\` in \`${NAMESPACE}\` auf drei. Sehen Sie zu: \`ledger-2\` entsteht, wenn \`ledger-1\` bereit ist.`,
        },
      ],
      hints: [code("`kubectl scale statefulset`")],
      checks: [
        {
          says: { en: "Three pods are ready", de: "Drei Pods sind bereit" },
          ask: { method: "GET", path: SETS },
          status: 200,
          expect: [{ at: "/status/readyReplicas", equals: 3 }],
        },
      ],
      solution: [
        { method: "PATCH", path: SETS, contentType: MERGE_PATCH, body: { spec: { replicas: 3 } }, status: 200 },
      ],
    },
    {
      id: "partition",
      title: { en: "Try a change on the last", de: "Eine Änderung am letzten erproben" },
      text: [
        {
          en: "Roll out `postgres:17` to `ledger-2` only: a partition holds back all pods with a lower number.",
          de: "Rollen Sie `postgres:17` nur auf `ledger-2` aus: Eine Partition hält alle Pods mit kleinerer Nummer zurück.",
        },
      ],
      hints: [code("`spec.updateStrategy.rollingUpdate.partition`")],
      checks: [
        { says: { en: "`ledger-2` runs 17", de: "`ledger-2` läuft mit 17" }, ...imageOf("ledger-2", "postgres:17") },
        { says: { en: "`ledger-0` runs 16", de: "`ledger-0` läuft mit 16" }, ...imageOf("ledger-0", "postgres:16") },
        { says: { en: "`ledger-1` runs 16", de: "`ledger-1` läuft mit 16" }, ...imageOf("ledger-1", "postgres:16") },
      ],
      solution: [
        {
          method: "PATCH",
          path: SETS,
          contentType: MERGE_PATCH,
          body: {
            spec: {
              updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 2 } },
              template: { spec: { containers: [ledger("postgres:17")] } },
            },
          },
          status: 200,
        },
      ],
    },
    {
      id: "all",
      title: { en: "Let the others follow", de: "Die anderen folgen lassen" },
      text: [
        {
          en: "Remove the partition. The others follow, `ledger-1` before `ledger-0`.",
          de: "Nehmen Sie die Partition weg. Die anderen folgen, `ledger-1` vor `ledger-0`.",
        },
      ],
      hints: [code("`kubectl edit statefulset`: `spec.updateStrategy`")],
      checks: [
        { says: { en: "`ledger-0` runs 17", de: "`ledger-0` läuft mit 17" }, ...imageOf("ledger-0", "postgres:17") },
        { says: { en: "`ledger-1` runs 17", de: "`ledger-1` läuft mit 17" }, ...imageOf("ledger-1", "postgres:17") },
      ],
      solution: [
        {
          method: "PATCH",
          path: SETS,
          contentType: MERGE_PATCH,
          body: { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } },
          status: 200,
        },
      ],
    },
  ],
};
