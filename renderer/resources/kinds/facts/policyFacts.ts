import { type ApiObject, parseApiVersion } from "../../../../shared/object.ts";
import { compareQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import { at, fieldsAt, listAt, textAt, textsAt } from "../read.ts";
import { type FactValue, fact, type KindFacts, link, plain, selectorOf, since } from "./kindFacts.ts";
import { inEnglish, type Say } from "./say.ts";

/** The current or target value of an autoscaler's metric: a utilization, an average, or a value. */
function amount(from: unknown, say: Say): string {
  const share = textAt(from, "averageUtilization");
  if (share !== "") return `${share} %`;
  const average = textAt(from, "averageValue");
  return average === "" ? textAt(from, "value") : say("each", { amount: average });
}

/** The member of a metric that its type refers to. */
const partOf = (metric: unknown): unknown => {
  const type = textAt(metric, "type");
  return at(metric, `${type.charAt(0).toLowerCase()}${type.slice(1)}`);
};

const metricName = (metric: unknown): string => {
  const part = partOf(metric);
  return textAt(part, "name") || textAt(part, "metric.name") || textAt(metric, "type");
};

/** How fast an autoscaler may scale in one direction. */
function behaviour(from: unknown, say: Say): string[] {
  const wait = textAt(from, "stabilizationWindowSeconds");
  const policies = listAt(from, "policies").map((each) => {
    const given = { number: textAt(each, "value"), time: textAt(each, "periodSeconds") };
    return say(textAt(each, "type") === "Percent" ? "percentIn" : "podsIn", given);
  });
  const choice = textAt(from, "selectPolicy");
  return [
    ...(wait === "" ? [] : [say("stabilized", { time: wait })]),
    ...policies,
    ...(choice === "" || (policies.length < 2 && choice !== "Disabled") ? [] : [say("select", { choice })]),
  ];
}

export function autoscalerFacts(object: ApiObject, _now: number, say: Say = inEnglish): KindFacts {
  const namespace = object.metadata.namespace ?? "";
  const kind = textAt(object, "spec.scaleTargetRef.kind");
  const { group } = parseApiVersion(textAt(object, "spec.scaleTargetRef.apiVersion"));
  const name = textAt(object, "spec.scaleTargetRef.name");
  const current = listAt(object, "status.currentMetrics");
  const rows = listAt(object, "spec.metrics").map((metric): FactValue[] => {
    const now = current.find((each) => metricName(each) === metricName(metric));
    return [
      plain(metricName(metric)),
      plain(amount(at(partOf(now), "current"), say) || say("unknown")),
      plain(amount(at(partOf(metric), "target"), say)),
    ];
  });
  return {
    facts: [
      fact("scaleTargetRef", link(name === "" ? "" : `${kind}/${name}`, { group, kind, namespace, name })),
      fact(
        "replicas",
        say("nowWanted", {
          now: textAt(object, "status.currentReplicas") || "0",
          wanted: textAt(object, "status.desiredReplicas") || "0",
        }),
      ),
      fact(
        "bounds",
        say("range", { from: textAt(object, "spec.minReplicas") || "1", to: textAt(object, "spec.maxReplicas") }),
      ),
      since("lastScaleTime", textAt(object, "status.lastScaleTime")),
      ...["scaleUp", "scaleDown"].map((way) => fact(way, ...behaviour(at(object, `spec.behavior.${way}`), say))),
    ],
    tables: [{ name: "metrics", head: ["name", "current", "target"], rows }],
  };
}

export function budgetFacts(object: ApiObject, _now: number, say: Say = inEnglish): KindFacts {
  const namespace = object.metadata.namespace ?? "";
  const labels = selectorOf(at(object, "spec.selector"));
  const allowed = textAt(object, "status.disruptionsAllowed") || "0";
  const [healthy, desired] = [
    textAt(object, "status.currentHealthy") || "0",
    textAt(object, "status.desiredHealthy") || "0",
  ];
  return {
    facts: [
      fact("disruptionsAllowed", { text: allowed, tone: allowed === "0" ? "warn" : "good" }),
      fact("minAvailable", textAt(object, "spec.minAvailable")),
      fact("maxUnavailable", textAt(object, "spec.maxUnavailable")),
      fact("healthy", {
        text: say("healthyOf", { healthy, all: textAt(object, "status.expectedPods") || "0", needed: desired }),
        tone: Number(healthy) < Number(desired) ? "bad" : "good",
      }),
      fact("selector", { text: labels || "*", pods: { namespace, labels } }),
      fact("unhealthyPodEvictionPolicy", textAt(object, "spec.unhealthyPodEvictionPolicy")),
    ],
    tables: [],
    // Without a selector, a budget protects no pods.
    ...(at(object, "spec.selector") === undefined ? {} : { pods: { namespace, labels } }),
  };
}

export function quotaFacts(object: ApiObject): KindFacts {
  const used = fieldsAt(object, "status.used");
  const rows = Object.entries(fieldsAt(object, "spec.hard")).map(([name, hard]): FactValue[] => {
    const spent = String(used[name] ?? "0");
    return [plain(name), { text: spent, tone: isSpent(spent, String(hard)) ? "bad" : "good" }, plain(String(hard))];
  });
  const scopes = listAt(object, "spec.scopeSelector.matchExpressions").map((each) =>
    [textAt(each, "scopeName"), textAt(each, "operator"), textsAt(each, "values").join(", ")].filter(Boolean).join(" "),
  );
  return {
    facts: [fact("scopes", ...textsAt(object, "spec.scopes"), ...scopes)],
    tables: [{ name: "hard", head: ["resource", "used", "hard"], rows }],
  };
}

function isSpent(used: string, hard: string): boolean {
  try {
    return compareQuantity(parseQuantity(used), parseQuantity(hard)) >= 0;
  } catch {
    return false;
  }
}

const LIMITS = ["min", "max", "defaultRequest", "default", "maxLimitRequestRatio"] as const;

export function limitRangeFacts(object: ApiObject): KindFacts {
  const rows = listAt(object, "spec.limits").flatMap((limit) => {
    const names = new Set(LIMITS.flatMap((each) => Object.keys(fieldsAt(limit, each))));
    return [...names].map((name) => [
      plain(textAt(limit, "type")),
      plain(name),
      ...LIMITS.map((each) => plain(String(fieldsAt(limit, each)[name] ?? ""))),
    ]);
  });
  return { facts: [], tables: [{ name: "limits", head: ["type", "resource", ...LIMITS], rows }] };
}

export const priorityClassFacts = (object: ApiObject): KindFacts => ({
  facts: ["value", "globalDefault", "preemptionPolicy", "description"].map((name) => fact(name, textAt(object, name))),
  tables: [],
});

/** Admission policies written as expressions: what they apply to, and what they require or change. */
export function admissionPolicyFacts(object: ApiObject): KindFacts {
  const rules = listAt(object, "spec.matchConstraints.resourceRules").map((rule) => [
    plain(textsAt(rule, "operations").join(", ")),
    plain(
      textsAt(rule, "apiGroups")
        .map((group) => group || "core")
        .join(", "),
    ),
    plain(textsAt(rule, "apiVersions").join(", ")),
    plain(textsAt(rule, "resources").join(", ")),
  ]);
  const checks = listAt(object, "spec.validations").map((each) => [
    plain(textAt(each, "expression")),
    plain(textAt(each, "message") || textAt(each, "messageExpression")),
    plain(textAt(each, "reason")),
  ]);
  const changes = listAt(object, "spec.mutations").map((each) => [
    plain(textAt(each, "patchType")),
    plain(textAt(each, "jsonPatch.expression") || textAt(each, "applyConfiguration.expression")),
  ]);
  const named = (path: string) =>
    listAt(object, path).map((each) => [plain(textAt(each, "name")), plain(textAt(each, "expression"))]);
  const audits = listAt(object, "spec.auditAnnotations").map((each) => [
    plain(textAt(each, "key")),
    plain(textAt(each, "valueExpression")),
  ]);
  const param = [textAt(object, "spec.paramKind.apiVersion"), textAt(object, "spec.paramKind.kind")].filter(Boolean);
  const warnings = listAt(object, "status.typeChecking.expressionWarnings").map((each) => [
    plain(textAt(each, "fieldRef")),
    { text: textAt(each, "warning"), tone: "warn" as const },
  ]);
  return {
    facts: [
      fact("failurePolicy", textAt(object, "spec.failurePolicy")),
      fact("paramKind", param.join(" ")),
      fact("matchPolicy", textAt(object, "spec.matchConstraints.matchPolicy")),
      fact("namespaceSelector", selectorOf(at(object, "spec.matchConstraints.namespaceSelector"))),
      fact("objectSelector", selectorOf(at(object, "spec.matchConstraints.objectSelector"))),
      fact("reinvocationPolicy", textAt(object, "spec.reinvocationPolicy")),
    ],
    tables: [
      { name: "type check", head: ["field", "warning"], rows: warnings },
      { name: "matchConstraints", head: ["operations", "apiGroups", "apiVersions", "resources"], rows: rules },
      { name: "matchConditions", head: ["name", "expression"], rows: named("spec.matchConditions") },
      { name: "variables", head: ["name", "expression"], rows: named("spec.variables") },
      { name: "validations", head: ["expression", "message", "reason"], rows: checks },
      { name: "mutations", head: ["patchType", "expression"], rows: changes },
      { name: "auditAnnotations", head: ["key", "valueExpression"], rows: audits },
    ],
  };
}

export const policyBindingFacts =
  (resource: string) =>
  (object: ApiObject): KindFacts => ({
    facts: [
      fact("policyName", link(textAt(object, "spec.policyName"), { resource, namespace: "" })),
      fact("validationActions", ...textsAt(object, "spec.validationActions")),
      fact(
        "paramRef",
        [textAt(object, "spec.paramRef.namespace"), textAt(object, "spec.paramRef.name")].filter(Boolean).join("/") ||
          selectorOf(at(object, "spec.paramRef.selector")),
      ),
      fact("parameterNotFoundAction", textAt(object, "spec.paramRef.parameterNotFoundAction")),
      fact("namespaceSelector", selectorOf(at(object, "spec.matchResources.namespaceSelector"))),
      fact("objectSelector", selectorOf(at(object, "spec.matchResources.objectSelector"))),
    ],
    tables: [],
  });
