import type { Scenario } from "../scenario.ts";
import { code, deployment, QUICK_END, STRATEGIC_PATCH, settled } from "./workload.ts";

const NAMESPACE = "scenario-crash-loop";
const ORDERS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/orders`;
/** The container's program: it exits with an error unless the environment variable is set, from any source. */
export const PROGRAM =
  '[ -n "$DATABASE_URL" ] || { echo "DATABASE_URL is not set" >&2; exit 1; }; ' +
  '[ "$DATABASE_URL" = "postgres://ledger/orders" ] || { echo "no database at $DATABASE_URL" >&2; exit 1; }; ' +
  "echo ready; sleep infinity";

/** A container that crashes repeatedly because a setting is missing. */
export const crashLoop: Scenario = {
  id: "crash-loop",
  title: { en: "A container that crashes", de: "Ein Container stürzt ab" },
  summary: {
    en: "CrashLoopBackOff: read what the container said before it ended, and give it what it lacks.",
    de: "CrashLoopBackOff: Lesen Sie, was der Container vor seinem Ende sagte, und geben Sie ihm, was fehlt.",
  },
  minutes: 6,
  nodes: 1,
  namespace: NAMESPACE,
  manifests: [
    deployment({
      name: "orders",
      replicas: 1,
      pod: QUICK_END,
      image: "busybox:1.36",
      container: { command: ["sh", "-c", PROGRAM] },
      // A container counts as ready for a moment before it exits; that moment must not count as repaired.
      minReadySeconds: 10,
    }),
  ],
  begins: [
    settled("orders", `/api/v1/namespaces/${NAMESPACE}/pods`, [
      { at: "/items/*/status/containerStatuses/0/restartCount", atLeast: 1 },
    ]),
  ],
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "repair",
      title: { en: "Stop the crashes", de: "Die Abstürze beenden" },
      text: [
        {
          en: `The pod of \`orders\` in \`${NAMESPACE}\` restarts over and over. Its log tells why. Give the container what it asks for, with the value \`postgres://ledger/orders\`.`,
          de: `Der Pod von \`orders\` in \`${NAMESPACE}\` startet immer wieder neu. Sein Log sagt, warum. Geben Sie dem Container, wonach er fragt, mit dem Wert \`postgres://ledger/orders\`.`,
        },
      ],
      hints: [
        {
          en: "The log of the container that ended before: `kubectl logs --previous`.",
          de: "Das Log des Containers, der zuvor endete: `kubectl logs --previous`.",
        },
        code("`kubectl set env`"),
      ],
      checks: [
        {
          says: { en: "The container runs the same program", de: "Der Container führt dasselbe Programm aus" },
          ask: { method: "GET", path: ORDERS },
          status: 200,
          expect: [{ at: "/spec/template/spec/containers/0/command/2", equals: PROGRAM }],
        },
        {
          says: { en: "Its pod runs, and goes on running", de: "Sein Pod läuft und bleibt am Laufen" },
          ask: { method: "GET", path: ORDERS },
          status: 200,
          expect: [
            { at: "/status/updatedReplicas", equals: 1 },
            { at: "/status/availableReplicas", equals: 1 },
            { at: "/status/replicas", equals: 1 },
          ],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: ORDERS,
          contentType: STRATEGIC_PATCH,
          body: {
            spec: {
              template: {
                spec: {
                  containers: [{ name: "orders", env: [{ name: "DATABASE_URL", value: "postgres://ledger/orders" }] }],
                },
              },
            },
          },
          status: 200,
        },
      ],
    },
  ],
};
