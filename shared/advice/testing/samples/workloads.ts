import { type Sample, same, sample } from "./sample.ts";

const pod = { containers: [{ name: "c", image: "example.com/c:1" }] };
const template = { metadata: { labels: { app: "web" } }, spec: pod };
const selector = { matchLabels: { app: "web" } };
const deployment = { spec: { replicas: 2, template } };

/** Workloads, and cron jobs. */
export const workloads: readonly Sample[] = [
  sample(["extensions/v1beta1", "Deployment"], "apps/v1", [
    { spec: { ...deployment.spec, rollbackTo: { revision: 1 } } },
    {
      spec: {
        ...deployment.spec,
        selector,
        progressDeadlineSeconds: 2_147_483_647,
        revisionHistoryLimit: 2_147_483_647,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
      },
    },
  ]),
  sample(["extensions/v1beta1", "DaemonSet"], "apps/v1", [
    { spec: { template, templateGeneration: 3 } },
    { spec: { template, selector, updateStrategy: { type: "OnDelete" } } },
  ]),
  sample(["extensions/v1beta1", "ReplicaSet"], "apps/v1", [{ spec: { template } }, { spec: { template, selector } }]),
  sample(["apps/v1beta1", "Deployment"], "apps/v1", [
    { spec: { ...deployment.spec, strategy: { type: "Recreate" } } },
    { spec: { ...deployment.spec, selector, revisionHistoryLimit: 2, strategy: { type: "Recreate" } } },
  ]),
  sample(["apps/v1beta1", "StatefulSet"], "apps/v1", [
    { spec: { serviceName: "web", template } },
    { spec: { serviceName: "web", template, selector, updateStrategy: { type: "OnDelete" } } },
  ]),
  same(["apps/v1beta1", "ControllerRevision"], "apps/v1", { revision: 1, data: { a: 1 } }),
  same(["apps/v1beta2", "Deployment"], "apps/v1", { spec: { template, selector } }),
  same(["apps/v1beta2", "StatefulSet"], "apps/v1", { spec: { serviceName: "web", template, selector } }),
  same(["apps/v1beta2", "DaemonSet"], "apps/v1", { spec: { template, selector } }),
  same(["apps/v1beta2", "ReplicaSet"], "apps/v1", { spec: { template, selector } }),
  same(["apps/v1beta2", "ControllerRevision"], "apps/v1", { revision: 1, data: { a: 1 } }),
  same(["batch/v1beta1", "CronJob"], "batch/v1", {
    spec: {
      schedule: "*/5 * * * *",
      jobTemplate: { spec: { template: { spec: { ...pod, restartPolicy: "Never" } } } },
    },
  }),
];
