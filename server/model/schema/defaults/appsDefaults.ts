/** Defaulting rules: workload controllers. */
import { GENERATION_ANNOTATION, isEmpty, templateGeneration } from "./helpers.ts";
import { type DefaultTable, rows } from "./row.ts";

interface DeploymentView {
  readonly spec: { readonly strategy: { readonly type?: string } };
}

interface DaemonSetView {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: { readonly updateStrategy: { readonly type?: string } };
}

interface StatefulSetView {
  readonly spec: { readonly updateStrategy: { readonly type?: string; readonly rollingUpdate?: object } };
}

export const appsDefaults: DefaultTable = {
  "api.apps.v1.Deployment": rows<DeploymentView>((r) => [
    r.set("spec.replicas", 1),
    r.set("spec.strategy.type", "RollingUpdate"),
    r.set("spec.strategy.rollingUpdate", {}, { when: ({ spec }) => spec.strategy.type === "RollingUpdate" }),
    r.set("spec.strategy.rollingUpdate.maxUnavailable", "25%", {
      when: ({ spec }) => spec.strategy.type === "RollingUpdate",
    }),
    r.set("spec.strategy.rollingUpdate.maxSurge", "25%", {
      when: ({ spec }) => spec.strategy.type === "RollingUpdate",
    }),
    r.set("spec.revisionHistoryLimit", 10),
    r.set("spec.progressDeadlineSeconds", 600),
  ]),
  "api.apps.v1.DaemonSet": rows<DaemonSetView>((r) => [
    r.set("spec.updateStrategy.type", "RollingUpdate"),
    r.set(
      "spec.updateStrategy.rollingUpdate",
      {},
      { when: ({ spec }) => spec.updateStrategy.type === "RollingUpdate" },
    ),
    r.set("spec.updateStrategy.rollingUpdate.maxUnavailable", 1, {
      when: ({ spec }) => spec.updateStrategy.type === "RollingUpdate",
    }),
    r.set("spec.updateStrategy.rollingUpdate.maxSurge", 0, {
      when: ({ spec }) => spec.updateStrategy.type === "RollingUpdate",
    }),
    r.set("spec.revisionHistoryLimit", 10),
    r.compute(
      `metadata.annotations['${GENERATION_ANNOTATION}']`,
      ({ metadata }) => templateGeneration(metadata.annotations),
      { always: true, source: "conversion" },
    ),
  ]),
  "api.apps.v1.StatefulSet": rows<StatefulSetView>((r) => [
    r.set("spec.podManagementPolicy", "OrderedReady"),
    r.set("spec.updateStrategy.rollingUpdate", {}, { when: ({ spec }) => isEmpty(spec.updateStrategy.type) }),
    r.set("spec.updateStrategy.type", "RollingUpdate"),
    r.set("spec.updateStrategy.rollingUpdate.partition", 0, {
      when: ({ spec }) => spec.updateStrategy.type === "RollingUpdate" && spec.updateStrategy.rollingUpdate != null,
    }),
    r.set("spec.updateStrategy.rollingUpdate.maxUnavailable", 1, {
      when: ({ spec }) => spec.updateStrategy.type === "RollingUpdate" && spec.updateStrategy.rollingUpdate != null,
      gate: "MaxUnavailableStatefulSet",
      gateOff: true,
    }),
    r.set("spec.persistentVolumeClaimRetentionPolicy", {}, { gate: "StatefulSetAutoDeletePVC" }),
    r.set("spec.persistentVolumeClaimRetentionPolicy.whenDeleted", "Retain", { gate: "StatefulSetAutoDeletePVC" }),
    r.set("spec.persistentVolumeClaimRetentionPolicy.whenScaled", "Retain", { gate: "StatefulSetAutoDeletePVC" }),
    r.set("spec.replicas", 1),
    r.set("spec.revisionHistoryLimit", 10),
    r.set("spec.volumeClaimTemplates[*].apiVersion", "v1", { always: true, source: "conversion" }),
    r.set("spec.volumeClaimTemplates[*].kind", "PersistentVolumeClaim", { always: true, source: "conversion" }),
  ]),
  "api.apps.v1.ReplicaSet": rows((r) => [r.set("spec.replicas", 1)]),
};
