import type { Scenario } from "../scenario.ts";
import { code, deployment, settled } from "./workload.ts";

const NAMESPACE = "scenario-preemption";
const CLASSES = "/apis/scheduling.{domain}/v1/priorityclasses";
const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
const ALERTS = `${PODS}/alerts`;

/** Full nodes, and a pod with a higher priority. */
export const preemption: Scenario = {
  id: "preemption",
  title: { en: "Important pods go first", de: "Wichtigeres geht vor" },
  summary: {
    en: "All nodes are full. A pod of higher priority gets its place from one of lower priority.",
    de: "Alle Nodes sind voll. Ein Pod mit höherer Priorität bekommt seinen Platz von einem mit niedrigerer.",
  },
  minutes: 6,
  nodes: 3,
  namespace: NAMESPACE,
  manifests: [
    {
      apiVersion: "scheduling.{domain}/v1",
      kind: "PriorityClass",
      metadata: { name: "scenario-batch" },
      value: -10,
    },
    deployment({
      name: "training",
      replicas: 3,
      container: { resources: { requests: { cpu: "3" } } },
      pod: { priorityClassName: "scenario-batch", terminationGracePeriodSeconds: 1 },
    }),
  ],
  begins: [
    settled("training", `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/training`, [
      { at: "/status/availableReplicas", equals: 3 },
    ]),
  ],
  setup: [],
  cleanup: [
    { method: "DELETE", path: `${CLASSES}/scenario-batch` },
    { method: "DELETE", path: `${CLASSES}/scenario-urgent` },
  ],
  steps: [
    {
      id: "class",
      title: { en: "Say what is urgent", de: "Sagen, was dringend ist" },
      text: [
        {
          en: "Make a PriorityClass `scenario-urgent` with a value above 0. The pods of `training` have `scenario-batch`, which is -10.",
          de: "Legen Sie eine PriorityClass `scenario-urgent` mit einem Wert über 0 an. Die Pods von `training` haben `scenario-batch`, das ist -10.",
        },
      ],
      hints: [code("`kubectl create priorityclass`: `--value`")],
      checks: [
        {
          says: { en: "The class exists", de: "Die Klasse gibt es" },
          ask: { method: "GET", path: `${CLASSES}/scenario-urgent` },
          status: 200,
          expect: [{ at: "/value", atLeast: 1 }],
        },
      ],
      solution: [
        { method: "POST", path: CLASSES, body: { metadata: { name: "scenario-urgent" }, value: 1000 }, status: 201 },
      ],
    },
    {
      id: "pod",
      title: { en: "Place the urgent pod", de: "Den dringenden Pod unterbringen" },
      text: [
        {
          en: `Each node has room for one pod of 3 CPUs, and \`training\` has taken all. Create a pod \`alerts\` in \`${NAMESPACE}\` that asks for 3 CPUs and has the class. The scheduler takes a place from \`training\`; the pod that goes is made again and waits.`,
          de: `Jeder Node hat Platz für einen Pod mit 3 CPUs, und \`training\` hat alle belegt. Legen Sie in \`${NAMESPACE}\` einen Pod \`alerts\` an, der 3 CPUs verlangt und die Klasse hat. Der Scheduler nimmt \`training\` einen Platz; der Pod, der geht, wird neu angelegt und wartet.`,
        },
      ],
      hints: [code("`priorityClassName`, `resources.requests.cpu`")],
      checks: [
        {
          says: { en: "`alerts` runs, with 3 CPUs", de: "`alerts` läuft, mit 3 CPUs" },
          ask: { method: "GET", path: ALERTS },
          status: 200,
          expect: [
            { at: "/status/phase", equals: "Running" },
            { at: "/spec/priorityClassName", equals: "scenario-urgent" },
            { at: "/spec/containers/0/resources/requests/cpu", equals: "3" },
          ],
        },
        {
          says: { en: "One pod of `training` waits for a place", de: "Ein Pod von `training` wartet auf einen Platz" },
          ask: { method: "GET", path: `${PODS}?labelSelector=app%3Dtraining&fieldSelector=status.phase%3DPending` },
          status: 200,
          expect: [{ at: "/items/*/metadata/name", count: 1 }],
        },
      ],
      solution: [
        {
          method: "POST",
          path: PODS,
          body: {
            metadata: { name: "alerts" },
            spec: {
              priorityClassName: "scenario-urgent",
              containers: [{ name: "alerts", image: "nginx:1.27", resources: { requests: { cpu: "3" } } }],
            },
          },
          status: 201,
        },
      ],
    },
  ],
};
