import type { ApiObject } from "../../../../shared/object.ts";
import { listAt, textAt, textsAt } from "../read.ts";
import { fact, type KindFacts, link, plain } from "./kindFacts.ts";

/** Facts that are unchanged fields of the object. */
const fields =
  (paths: readonly string[]) =>
  (object: ApiObject): KindFacts => ({
    facts: paths.map((path) =>
      fact(path.split(".").at(-1) ?? path, textAt(object, path) || textsAt(object, path).join(", ")),
    ),
    tables: [],
  });

export const jobFacts = fields([
  "spec.suspend",
  "spec.parallelism",
  "spec.completionMode",
  "spec.backoffLimit",
  "spec.activeDeadlineSeconds",
  "spec.ttlSecondsAfterFinished",
  "status.startTime",
  "status.completionTime",
]);

export function cronJobFacts(object: ApiObject): KindFacts {
  const namespace = object.metadata.namespace ?? "";
  const active = listAt(object, "status.active").map((job) =>
    link(textAt(job, "name"), { group: "batch", resource: "jobs", namespace }),
  );
  const { facts } = fields([
    "spec.suspend",
    "spec.timeZone",
    "spec.concurrencyPolicy",
    "spec.startingDeadlineSeconds",
    "spec.successfulJobsHistoryLimit",
    "spec.failedJobsHistoryLimit",
    "status.lastScheduleTime",
    "status.lastSuccessfulTime",
  ])(object);
  return { facts: [fact("active", ...active), ...facts], tables: [] };
}

export function serviceAccountFacts(object: ApiObject): KindFacts {
  const namespace = object.metadata.namespace ?? "";
  const secrets = (path: string) =>
    listAt(object, path).map((each) => link(textAt(each, "name"), { group: "", resource: "secrets", namespace }));
  return {
    facts: [
      fact("automountServiceAccountToken", textAt(object, "automountServiceAccountToken")),
      fact("secrets", ...secrets("secrets")),
      fact("imagePullSecrets", ...secrets("imagePullSecrets")),
    ],
    tables: [],
  };
}

export const leaseFacts = fields([
  "spec.holderIdentity",
  "spec.acquireTime",
  "spec.renewTime",
  "spec.leaseDurationSeconds",
  "spec.leaseTransitions",
]);

export const certificateRequestFacts = fields([
  "spec.signerName",
  "spec.username",
  "spec.groups",
  "spec.usages",
  "spec.expirationSeconds",
]);

export const runtimeClassFacts = fields(["handler", "overhead.podFixed.cpu", "overhead.podFixed.memory"]);

export const namespaceFacts = fields(["status.phase", "spec.finalizers"]);

export function flowSchemaFacts(object: ApiObject): KindFacts {
  const level = textAt(object, "spec.priorityLevelConfiguration.name");
  const rows = listAt(object, "spec.rules").map((rule) => [
    plain(
      listAt(rule, "subjects")
        .map(
          (each) =>
            `${textAt(each, "kind")} ${textAt(each, "user.name") || textAt(each, "group.name") || textAt(each, "serviceAccount.name")}`,
        )
        .join(", "),
    ),
    plain(
      [
        ...listAt(rule, "resourceRules").map(
          (each) => `${textsAt(each, "verbs").join(",")} ${textsAt(each, "resources").join(",")}`,
        ),
        ...listAt(rule, "nonResourceRules").map(
          (each) => `${textsAt(each, "verbs").join(",")} ${textsAt(each, "nonResourceURLs").join(",")}`,
        ),
      ].join("; "),
    ),
  ]);
  return {
    facts: [
      fact("priorityLevelConfiguration", link(level, { resource: "prioritylevelconfigurations", namespace: "" })),
      fact("matchingPrecedence", textAt(object, "spec.matchingPrecedence")),
      fact("distinguisherMethod", textAt(object, "spec.distinguisherMethod.type")),
    ],
    tables: [{ name: "rules", head: ["subjects", "requests"], rows }],
  };
}

export const priorityLevelFacts = fields([
  "spec.type",
  "spec.limited.nominalConcurrencyShares",
  "spec.limited.lendablePercent",
  "spec.limited.borrowingLimitPercent",
  "spec.limited.limitResponse.type",
  "spec.limited.limitResponse.queuing.queues",
  "spec.limited.limitResponse.queuing.handSize",
  "spec.limited.limitResponse.queuing.queueLengthLimit",
]);
