import type { Scenario } from "../scenario.ts";
import { code, deployment, MERGE_PATCH, QUICK_END, settled } from "./workload.ts";

const NAMESPACE = "scenario-autoscaling";
const SCALERS = `/apis/autoscaling/v2/namespaces/${NAMESPACE}/horizontalpodautoscalers`;
const RENDER = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/render`;

/** A workload under load, and an autoscaler for it. */
export const autoscaling: Scenario = {
  id: "autoscaling",
  title: { en: "Scale with the load", de: "Mit der Last skalieren" },
  summary: {
    en: "One pod does the work of three: let an autoscaler add pods, and take them away when the work is done.",
    de: "Ein Pod tut die Arbeit von dreien: Ein Autoscaler fügt Pods hinzu und nimmt sie weg, wenn die Arbeit getan ist.",
  },
  minutes: 10,
  nodes: 1,
  namespace: NAMESPACE,
  manifests: [
    deployment({
      name: "render",
      replicas: 1,
      pod: QUICK_END,
      image: "busybox:1.36",
      container: { command: ["sleep", "infinity"], resources: { requests: { cpu: "100m" } } },
      annotations: { "simulation.orrery/cpu": "300m" },
    }),
  ],
  begins: [settled("render", RENDER, [{ at: "/status/availableReplicas", equals: 1 }])],
  setup: [],
  cleanup: [{ method: "PUT", path: "/simulation/time", body: { speed: 1 } }],
  steps: [
    {
      id: "scale",
      title: { en: "Add an autoscaler", de: "Einen Autoscaler anlegen" },
      text: [
        {
          en: `The pod of \`render\` in \`${NAMESPACE}\` asks for 100m of CPU and takes 300m: see \`kubectl top pods\`. Make an autoscaler for the deployment: from one to four replicas, so that they take 100% of what they ask for.`,
          de: `Der Pod von \`render\` in \`${NAMESPACE}\` verlangt 100m CPU und nimmt 300m: siehe \`kubectl top pods\`. Legen Sie einen Autoscaler für das Deployment an: ein bis vier Replicas, die 100 % dessen nehmen, was sie verlangen.`,
        },
        {
          en: "The autoscaler reads the metrics every fifteen seconds; the sandbox's time can run faster.",
          de: "Metriken und Autoscaler sehen alle fünfzehn Sekunden nach; die Zeit der Sandbox kann schneller laufen.",
        },
      ],
      hints: [
        code("`kubectl autoscale deployment`: `--min`, `--max`, `--cpu-percent`"),
        {
          en: "The time bar of the console sets the speed, and so does `orrery time speed`.",
          de: "Die Zeitleiste der Konsole stellt das Tempo ein, ebenso `orrery time speed`.",
        },
      ],
      checks: [
        {
          says: { en: "An autoscaler scales `render`", de: "Ein Autoscaler skaliert `render`" },
          ask: { method: "GET", path: SCALERS },
          status: 200,
          expect: [
            { at: "/items/*/spec/scaleTargetRef/name", equals: "render", count: 1 },
            { at: "/items/*/spec/maxReplicas", equals: 4 },
          ],
        },
        {
          says: { en: "There are three pods or more", de: "Es gibt drei Pods oder mehr" },
          ask: { method: "GET", path: RENDER },
          status: 200,
          expect: [{ at: "/status/availableReplicas", atLeast: 3 }],
        },
      ],
      solution: [
        {
          method: "POST",
          path: SCALERS,
          body: {
            metadata: { name: "render" },
            spec: {
              minReplicas: 1,
              maxReplicas: 4,
              scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "render" },
              metrics: [
                {
                  type: "Resource",
                  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 100 } },
                },
              ],
            },
          },
          status: 201,
        },
        { method: "PUT", path: "/simulation/time", body: { speed: 20 }, status: 200 },
      ],
    },
    {
      id: "limit",
      title: { en: "Set a limit", de: "Eine Grenze setzen" },
      text: [
        {
          en: "Each pod takes 300m, however many there are, so the autoscaler goes as far as it may. Let it go to two at most.",
          de: "Jeder Pod nimmt 300m, wie viele es auch sind; der Autoscaler geht so weit, wie er darf. Lassen Sie ihn höchstens bis zwei gehen.",
        },
      ],
      hints: [code("`maxReplicas`")],
      checks: [
        {
          says: { en: "Two pods are left", de: "Zwei Pods sind übrig" },
          ask: { method: "GET", path: RENDER },
          status: 200,
          expect: [
            { at: "/spec/replicas", equals: 2 },
            { at: "/status/replicas", equals: 2 },
          ],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: `${SCALERS}/render`,
          contentType: MERGE_PATCH,
          body: { spec: { maxReplicas: 2 } },
          status: 200,
        },
      ],
    },
  ],
};
