import type { Scenario } from "../scenario.ts";
import { code, deployment, settled, spread } from "./workload.ts";

const NAMESPACE = "scenario-node-failure";
const PAYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/payments`;
const toleration = (key: string) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 60 });

/** A node that stops responding, and pods that move to other nodes. */
export const nodeFailure: Scenario = {
  id: "node-failure",
  title: { en: "A node fails", de: "Ein Node fällt aus" },
  summary: {
    en: "Take down a node: see when the cluster notices, how its pods move, and bring it back.",
    de: "Lassen Sie einen Node verstummen: wann der Cluster es bemerkt, wie seine Pods umziehen, und wie er zurückkommt.",
  },
  minutes: 8,
  nodes: 3,
  namespace: NAMESPACE,
  manifests: [
    deployment({
      name: "payments",
      replicas: 3,
      pod: {
        topologySpreadConstraints: spread("payments"),
        tolerations: ["not-ready", "unreachable"].map((name) => toleration(`node.{labelDomain}/${name}`)),
      },
    }),
  ],
  begins: [settled("payments", PAYMENTS, [{ at: "/status/availableReplicas", equals: 3 }])],
  setup: [],
  cleanup: [
    { method: "DELETE", path: "/simulation/troubles" },
    { method: "PUT", path: "/simulation/time", body: { speed: 1 } },
  ],
  steps: [
    {
      id: "fail",
      title: { en: "Take down a node", de: "Einen Node verstummen lassen" },
      text: [
        {
          en: "Take down `node-1`. The cluster gets no notice: the node stops renewing its lease, and after 50 seconds its state is unknown. Let the sandbox's time run faster if you do not want to wait.",
          de: "Legen Sie `node-1` lahm. Der Cluster erhält keine Nachricht: Das Lease des Nodes wird nicht erneuert, und nach 50 Sekunden gilt sein Zustand als unbekannt. Lassen Sie die Zeit der Sandbox schneller laufen, wenn Sie nicht warten wollen.",
        },
      ],
      hints: [
        {
          en: "The actions of the node in the console offer faults, and so does `orrery trouble`.",
          de: "Die Aktionen des Nodes in der Konsole bieten Störungen an, ebenso `orrery trouble`.",
        },
        {
          en: "The time bar of the console sets the speed, and so does `orrery time speed`.",
          de: "Die Zeitleiste der Konsole stellt das Tempo ein, ebenso `orrery time speed`.",
        },
      ],
      checks: [
        {
          says: { en: "`node-1` is unreachable", de: "`node-1` ist nicht erreichbar" },
          ask: { method: "GET", path: "/api/v1/nodes/node-1" },
          status: 200,
          expect: [{ at: "/spec/taints/*/key", matches: "unreachable$" }],
        },
      ],
      solution: [
        {
          method: "POST",
          path: "/simulation/troubles",
          body: { kind: "node-down", target: "node-1" },
          status: 201,
        },
        { method: "PUT", path: "/simulation/time", body: { speed: 20 }, status: 200 },
      ],
    },
    {
      id: "move",
      title: { en: "Watch the pods move", de: "Den Umzug der Pods sehen" },
      text: [
        {
          en: `The pods of \`payments\` in \`${NAMESPACE}\` tolerate an unreachable node for a minute. Wait until three of them run on other nodes.`,
          de: `Die Pods von \`payments\` in \`${NAMESPACE}\` dulden einen nicht erreichbaren Node eine Minute lang. Warten Sie, bis drei von ihnen auf anderen Nodes laufen.`,
        },
      ],
      hints: [code("`kubectl get pods -o wide --watch`")],
      checks: [
        {
          says: { en: "Three pods run on other nodes", de: "Drei Pods laufen auf anderen Nodes" },
          ask: {
            method: "GET",
            path: `/api/v1/namespaces/${NAMESPACE}/pods?fieldSelector=spec.nodeName%21%3Dnode-1`,
          },
          status: 200,
          expect: [{ at: "/items/*/status/phase", equals: "Running", count: 3 }],
        },
      ],
      solution: [{ method: "GET", path: PAYMENTS, status: 200 }],
    },
    {
      id: "back",
      title: { en: "Bring it back", de: "Zurückholen" },
      text: [
        {
          en: "End the fault. The node reports again, its taints go, and the scheduler may place pods there.",
          de: "Beenden Sie die Störung. Der Node meldet sich, seine Taints verschwinden, und Pods dürfen wieder dorthin.",
        },
      ],
      hints: [code("`orrery trouble`, `orrery trouble end ID`")],
      checks: [
        {
          says: { en: "`node-1` is ready", de: "`node-1` ist bereit" },
          ask: { method: "GET", path: "/api/v1/nodes/node-1" },
          status: 200,
          expect: [{ at: "/spec/taints/*/key", exists: false }],
        },
      ],
      solution: [
        { method: "DELETE", path: "/simulation/troubles", status: 200 },
        { method: "PUT", path: "/simulation/time", body: { speed: 1 }, status: 200 },
      ],
    },
  ],
};
