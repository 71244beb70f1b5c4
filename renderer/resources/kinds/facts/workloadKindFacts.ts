/** Facts of workload kinds other than their replicas and template. */

import { parseCron } from "../../../../shared/cron/cronSchedule.ts";
import { nextTime } from "../../../../shared/cron/cronTimes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { at, fieldsAt, listAt, textAt, textsAt } from "../read.ts";
import { type Fact, type FactRows, fact, fieldFact, type KindFacts, link, plain, since, until } from "./kindFacts.ts";

/** The current revision number of a Deployment, which its controller stores in an annotation. */
const revisionOf = ({ metadata }: ApiObject): string =>
  Object.entries(metadata.annotations ?? {}).find(
    ([key]) => key.startsWith("deployment.") && key.endsWith("/revision"),
  )?.[1] ?? "";

/** The value at a path, labelled with the last name in the path. */
const field = (object: ApiObject, path: string): Fact => fieldFact(path, textAt(object, path));

/** A boolean field, only if it is set. */
const flag = (object: ApiObject, path: string): Fact => {
  const isSet = textAt(object, path) === "true";
  return fact(path.split(".").at(-1) ?? path, isSet ? { text: "true", tone: "warn" } : "");
};

export const deploymentFacts = (object: ApiObject): KindFacts => ({
  facts: [
    flag(object, "spec.paused"),
    fact("revision", revisionOf(object)),
    field(object, "spec.minReadySeconds"),
    field(object, "spec.progressDeadlineSeconds"),
    field(object, "spec.revisionHistoryLimit"),
    field(object, "status.collisionCount"),
  ],
  tables: [],
});

export const replicaSetFacts = (object: ApiObject): KindFacts => ({
  facts: [fact("revision", revisionOf(object)), field(object, "spec.minReadySeconds")],
  tables: [],
});

function claimTemplates(object: ApiObject): FactRows {
  return {
    name: "volumeClaimTemplates",
    head: ["name", "storage", "accessModes", "storageClassName"],
    rows: listAt(object, "spec.volumeClaimTemplates").map((claim) => [
      plain(textAt(claim, "metadata.name")),
      plain(textAt(claim, "spec.resources.requests.storage")),
      plain(textsAt(claim, "spec.accessModes").join(", ")),
      link(textAt(claim, "spec.storageClassName"), { resource: "storageclasses", namespace: "" }),
    ]),
  };
}

export function statefulSetFacts(object: ApiObject): KindFacts {
  const namespace = object.metadata.namespace ?? "";
  const [current, next] = [textAt(object, "status.currentRevision"), textAt(object, "status.updateRevision")];
  const keeps = Object.entries(fieldsAt(object, "spec.persistentVolumeClaimRetentionPolicy")).map(
    ([name, value]) => `${name} ${String(value)}`,
  );
  const revision = (name: string) => link(name, { group: "apps", resource: "controllerrevisions", namespace });
  return {
    facts: [
      fact("serviceName", link(textAt(object, "spec.serviceName"), { group: "", resource: "services", namespace })),
      field(object, "spec.podManagementPolicy"),
      fact("currentRevision", revision(current)),
      fact("updateRevision", revision(next === current ? "" : next)),
      field(object, "spec.ordinals.start"),
      field(object, "spec.minReadySeconds"),
      field(object, "spec.revisionHistoryLimit"),
      fact("claimRetention", ...keeps),
    ],
    tables: [claimTemplates(object)],
  };
}

export function daemonSetFacts(object: ApiObject): KindFacts {
  const wrong = textAt(object, "status.numberMisscheduled");
  return {
    facts: [
      fact("numberMisscheduled", wrong === "0" || wrong === "" ? "" : { text: wrong, tone: "warn" }),
      field(object, "spec.minReadySeconds"),
      field(object, "spec.revisionHistoryLimit"),
    ],
    tables: [],
  };
}

/** The pod failure rules of a job: the action, and its conditions. */
function failureRules(object: ApiObject): FactRows {
  return {
    name: "podFailurePolicy",
    head: ["action", "on"],
    rows: listAt(object, "spec.podFailurePolicy.rules").map((rule) => {
      const codes = fieldsAt(rule, "onExitCodes");
      const exit = `exit codes ${textAt(codes, "operator")} ${textsAt(codes, "values").join(", ")}`;
      const conditions = listAt(rule, "onPodConditions").map((each) => textAt(each, "type"));
      return [
        plain(textAt(rule, "action")),
        plain(at(rule, "onExitCodes") === undefined ? conditions.join(", ") : exit),
      ];
    }),
  };
}

const SECOND = 1000;

/** The duration of a job; empty while it is running. */
function durationOf(object: ApiObject): string {
  const [start, end] = [
    Date.parse(textAt(object, "status.startTime")),
    Date.parse(textAt(object, "status.completionTime")),
  ];
  return Number.isNaN(start) || Number.isNaN(end) ? "" : `${Math.round((end - start) / SECOND)} s`;
}

export const jobFacts = (object: ApiObject): KindFacts => ({
  facts: [
    flag(object, "spec.suspend"),
    since("startTime", textAt(object, "status.startTime")),
    since("completionTime", textAt(object, "status.completionTime")),
    fact("duration", durationOf(object)),
    field(object, "spec.parallelism"),
    field(object, "spec.completionMode"),
    field(object, "status.completedIndexes"),
    field(object, "status.failedIndexes"),
    field(object, "spec.backoffLimit"),
    field(object, "spec.backoffLimitPerIndex"),
    field(object, "spec.maxFailedIndexes"),
    field(object, "spec.activeDeadlineSeconds"),
    field(object, "spec.ttlSecondsAfterFinished"),
    field(object, "spec.podReplacementPolicy"),
    field(object, "spec.managedBy"),
  ],
  tables: [failureRules(object)],
});

/** The time of a cron job's next job, in milliseconds since the epoch; undefined if there is none. */
function nextRun(object: ApiObject, now: number): number | undefined {
  if (textAt(object, "spec.suspend") === "true") return undefined;
  try {
    const timeZone = textAt(object, "spec.timeZone");
    return nextTime(parseCron(textAt(object, "spec.schedule")), now, timeZone === "" ? undefined : timeZone);
  } catch {
    // Servers now refuse such schedules and zones, but older objects may contain them.
    return undefined;
  }
}

export function cronJobFacts(object: ApiObject, now: number): KindFacts {
  const namespace = object.metadata.namespace ?? "";
  const active = listAt(object, "status.active").map((job) =>
    link(textAt(job, "name"), { group: "batch", resource: "jobs", namespace }),
  );
  return {
    facts: [
      flag(object, "spec.suspend"),
      until("nextRun", nextRun(object, now)),
      fact("active", ...active),
      since("lastScheduleTime", textAt(object, "status.lastScheduleTime")),
      since("lastSuccessfulTime", textAt(object, "status.lastSuccessfulTime")),
      field(object, "spec.timeZone"),
      field(object, "spec.concurrencyPolicy"),
      field(object, "spec.startingDeadlineSeconds"),
      field(object, "spec.successfulJobsHistoryLimit"),
      field(object, "spec.failedJobsHistoryLimit"),
    ],
    tables: [],
  };
}
