import type { ControllerEntry } from "./controllerEntry.ts";
import { cronJobController } from "./cronJobs/cronJobs.ts";
import { daemonSetController } from "./daemonSets/daemonSets.ts";
import { deploymentController } from "./deployments/deployments.ts";
import { disruptionController } from "./disruption/disruption.ts";
import { jobController } from "./jobs/jobs.ts";
import { ttlAfterFinishedController } from "./jobs/ttlAfterFinished.ts";
import { podAutoscalingController } from "./podAutoscaling/podAutoscaling.ts";
import { replicaSetController, replicationController } from "./replicas/replicaSets.ts";
import { statefulSetController } from "./statefulSets/statefulSets.ts";

/** Controllers that create pods for workloads, and keep enough of them. */
export const WORKLOAD_CONTROLLERS: readonly ControllerEntry[] = [
  { name: "deployment-controller", account: "deployment-controller", start: deploymentController },
  { name: "replicaset-controller", account: "replicaset-controller", start: replicaSetController },
  {
    name: "replicationcontroller-controller",
    account: "replication-controller",
    component: "replication-controller",
    start: replicationController,
  },
  { name: "daemonset-controller", account: "daemon-set-controller", start: daemonSetController },
  { name: "job-controller", account: "job-controller", start: jobController },
  { name: "cronjob-controller", account: "cronjob-controller", start: cronJobController },
  {
    name: "ttl-after-finished-controller",
    account: "ttl-after-finished-controller",
    start: ttlAfterFinishedController,
  },
  { name: "statefulset-controller", account: "statefulset-controller", start: statefulSetController },
  {
    name: "disruption-controller",
    account: "disruption-controller",
    component: "controllermanager",
    start: disruptionController,
  },
  {
    name: "horizontal-pod-autoscaler-controller",
    account: "horizontal-pod-autoscaler",
    component: "horizontal-pod-autoscaler",
    start: (parts, { podAutoscaling }) =>
      parts.read && podAutoscaling && podAutoscalingController(parts, parts.read, podAutoscaling),
  },
];
