import type { ApiObject } from "../../../../shared/object.ts";
import { formatSpan } from "../../../ui/age/formatSpan.ts";
import { fieldsAt, listAt, textAt, textsAt } from "../read.ts";
import { certificateFacts, requestFacts } from "./certificateFacts.ts";
import { type FactValue, fact, fieldFact, type KindFacts, link, plain, since } from "./kindFacts.ts";
import { inEnglish, type Say } from "./say.ts";

/** Facts that are plain fields of the object. */
const fields =
  (paths: readonly string[]) =>
  (object: ApiObject): KindFacts => ({
    facts: paths.map((path) => fieldFact(path, textAt(object, path) || textsAt(object, path).join(", "))),
    tables: [],
  });

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

/** Seconds after which the holder of a lease counts as lost, if the lease does not state a duration. */
const LEASE_SECONDS = 15;

export function leaseFacts(object: ApiObject, _now: number, say: Say = inEnglish): KindFacts {
  const renewed = textAt(object, "spec.renewTime");
  const { facts } = fields([
    "spec.leaseDurationSeconds",
    "spec.leaseTransitions",
    "spec.strategy",
    "spec.preferredHolder",
  ])(object);
  return {
    facts: [
      fact("holderIdentity", textAt(object, "spec.holderIdentity")),
      since("renewTime", renewed),
      since("acquireTime", textAt(object, "spec.acquireTime")),
      ...facts,
      fact(
        "expires",
        renewed === ""
          ? ""
          : say("afterRenewal", {
              time: formatSpan(Number(textAt(object, "spec.leaseDurationSeconds")) || LEASE_SECONDS),
            }),
      ),
    ],
    tables: [],
  };
}

/** The PEM text of an issued certificate; empty until it is issued. */
function issuedText(object: ApiObject): string {
  try {
    return atob(textAt(object, "status.certificate"));
  } catch {
    return "";
  }
}

/** The state of a certificate request in the words of the list: the decision, and whether a certificate was issued. */
function requestState(object: ApiObject): FactValue {
  const types = listAt(object, "status.conditions").map((each) => textAt(each, "type"));
  if (types.includes("Denied")) return { text: "Denied", tone: "bad" };
  if (types.includes("Failed")) return { text: "Failed", tone: "bad" };
  if (textAt(object, "status.certificate") !== "") return { text: "Approved, issued", tone: "good" };
  return types.includes("Approved")
    ? { text: "Approved, not issued", tone: "warn" }
    : { text: "Pending", tone: "warn" };
}

export function certificateRequestFacts(object: ApiObject, now: number): KindFacts {
  const { facts } = fields([
    "spec.signerName",
    "spec.username",
    "spec.groups",
    "spec.usages",
    "spec.expirationSeconds",
  ])(object);
  const expires = certificateFacts(issuedText(object), now).filter(({ name }) => name === "expires");
  return {
    facts: [fact("state", requestState(object)), ...expires, ...requestFacts(textAt(object, "spec.request")), ...facts],
    tables: [],
  };
}

export const componentStatusFacts = (object: ApiObject): KindFacts => ({
  facts: [],
  tables: [
    {
      name: "conditions",
      head: ["type", "status", "message", "error"],
      rows: listAt(object, "conditions").map((each) => {
        const status = textAt(each, "status");
        return [
          plain(textAt(each, "type")),
          { text: status, tone: status === "True" ? ("good" as const) : ("bad" as const) },
          plain(textAt(each, "message")),
          plain(textAt(each, "error")),
        ];
      }),
    },
  ],
});

/** A stored revision of a StatefulSet or DaemonSet: its number, and the images of its pods. */
export const controllerRevisionFacts = (object: ApiObject): KindFacts => ({
  facts: [
    fact("revision", textAt(object, "revision")),
    fact(
      "images",
      ...listAt(object, "data.spec.template.spec.containers").map(
        (each) => `${textAt(each, "name")}: ${textAt(each, "image")}`,
      ),
    ),
  ],
  tables: [],
});

export function runtimeClassFacts(object: ApiObject): KindFacts {
  const pairs = (path: string) =>
    Object.entries(fieldsAt(object, path)).map(([name, value]) => `${name} ${String(value)}`);
  const tolerations = listAt(object, "scheduling.tolerations").map((each) =>
    [textAt(each, "key") || "*", textAt(each, "effect")].filter(Boolean).join(":"),
  );
  return {
    facts: [
      fact("handler", textAt(object, "handler")),
      fact("overhead", ...pairs("overhead.podFixed")),
      fact("nodeSelector", ...pairs("scheduling.nodeSelector")),
      fact("tolerations", ...tolerations),
    ],
    tables: [],
  };
}

export const namespaceFacts = (object: ApiObject, _now: number, say: Say = inEnglish): KindFacts => {
  const phase = textAt(object, "status.phase");
  return {
    facts: [
      fact("phase", phase === "" ? "" : { text: phase, tone: phase === "Active" ? "good" : "warn" }),
      fact("finalizers", ...textsAt(object, "spec.finalizers")),
      ...podSecurity(object, say),
    ],
    tables: [],
  };
};

/** Pod security levels that the labels of a namespace require. */
const podSecurity = ({ metadata }: ApiObject, say: Say) =>
  ["enforce", "audit", "warn"].map((mode) => {
    const found = Object.entries(metadata.labels ?? {}).find(
      ([key]) => key.startsWith("pod-security.") && key.endsWith(`/${mode}`),
    );
    return fact(say("podSecurity", { mode }), found?.[1] ?? "");
  });

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
