/**
 * How pods are scheduled and run, from the `spec` of a pod or of a template: only values that differ from the defaults.
 */
import { at, type Fields, fieldsAt, isFields, listAt, textAt, textsAt } from "../read.ts";
import { type Fact, fact, fieldFact, link, selectorOf } from "./kindFacts.ts";
import { inEnglish, type Say } from "./say.ts";

/** `key=value:effect for 300s`, the notation that clients use for a toleration. */
function toleration(from: Fields): string {
  const key = textAt(from, "key") || "*";
  const value = textAt(from, "value");
  const effect = textAt(from, "effect");
  const seconds = textAt(from, "tolerationSeconds");
  return `${key}${value === "" ? "" : `=${value}`}${effect === "" ? "" : `:${effect}`}${seconds === "" ? "" : ` for ${seconds}s`}`;
}

/** Whether it is one of the tolerations that the server adds to every pod, for temporarily unreachable nodes. */
const isUsual = (from: Fields): boolean =>
  /\/(not-ready|unreachable)$/.test(textAt(from, "key")) &&
  textAt(from, "effect") === "NoExecute" &&
  textAt(from, "tolerationSeconds") === "300";

/** A requirement of a node selector: `zone In a, b`. */
export const requirement = (from: Fields): string =>
  [textAt(from, "key"), textAt(from, "operator"), textsAt(from, "values").join(", ")].filter(Boolean).join(" ");

/** The terms of a node selector, which are alternatives. */
const nodeTerms = (terms: readonly Fields[], say: Say): string[] =>
  terms.map((term) =>
    [...listAt(term, "matchExpressions"), ...listAt(term, "matchFields")]
      .map(requirement)
      .reduce((one, other) => (one === "" ? other : say("and", { one, other })), ""),
  );

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

function nodeAffinity(from: unknown, say: Say): Fact[] {
  const preferred = listAt(from, PREFERRED).map((each) =>
    say("weight", {
      term: nodeTerms([fieldsAt(each, "preference")], say).join(""),
      weight: textAt(each, "weight"),
    }),
  );
  return [
    fact("nodeAffinity", ...nodeTerms(listAt(from, `${REQUIRED}.nodeSelectorTerms`), say)),
    fact("preferredNodes", ...preferred),
  ];
}

/** `app=web in one zone`: the pods, and the node label that defines what counts as near. */
function podTerm(term: unknown, say: Say): string {
  return say("per", { pods: selectorOf(at(term, "labelSelector")) || "*", key: textAt(term, "topologyKey") });
}

function podAffinity(name: string, from: unknown, say: Say): Fact {
  const preferred = listAt(from, PREFERRED).map((each) =>
    say("preferred", { term: podTerm(each["podAffinityTerm"], say), weight: textAt(each, "weight") }),
  );
  return fact(name, ...listAt(from, REQUIRED).map((term) => podTerm(term, say)), ...preferred);
}

const spread = (from: Fields): string =>
  `${textAt(from, "topologyKey")}: skew ${textAt(from, "maxSkew")}, ${textAt(from, "whenUnsatisfiable")}`;

/** The scalars and lists of a security context: `runAsUser 1000`. */
export function securityOf(context: unknown): string[] {
  return Object.entries(isFields(context) ? context : {}).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [`${name} ${value.filter((each) => typeof each !== "object").join(", ")}`];
    if (!isFields(value)) return [`${name} ${String(value)}`];
    if (name !== "capabilities") return textAt(value, "type") === "" ? [] : [`${name} ${textAt(value, "type")}`];
    return ["add", "drop"].flatMap((verb) => {
      const names = textsAt(value, verb);
      return names.length === 0 ? [] : [`${verb} ${names.join(", ")}`];
    });
  });
}

/** The fact for a path, unless its value is the default. */
const unless = (spec: unknown, path: string, usual: string): Fact => {
  const text = textAt(spec, path);
  return fieldFact(path, text === usual ? "" : text);
};

/**
 * How pods are scheduled and run.
 *
 * @param spec of a pod or of a template
 */
export function podSpecFacts(spec: unknown, namespace: string, say: Say = inEnglish): Fact[] {
  const selector = Object.entries(fieldsAt(spec, "nodeSelector")).map(([key, value]) => `${key}=${String(value)}`);
  const shared = ["hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace"].filter(
    (name) => textAt(spec, name) === "true",
  );
  const overhead = Object.entries(fieldsAt(spec, "overhead")).map(([name, value]) => `${name} ${String(value)}`);
  const hosts = listAt(spec, "hostAliases").map(
    (each) => `${textAt(each, "ip")} ${textsAt(each, "hostnames").join(" ")}`,
  );
  return [
    fact(
      "serviceAccountName",
      link(textAt(spec, "serviceAccountName"), { group: "", resource: "serviceaccounts", namespace }),
    ),
    fact("priorityClassName", link(textAt(spec, "priorityClassName"), { resource: "priorityclasses", namespace: "" })),
    unless(spec, "priority", "0"),
    fact("runtimeClassName", link(textAt(spec, "runtimeClassName"), { resource: "runtimeclasses", namespace: "" })),
    unless(spec, "restartPolicy", "Always"),
    unless(spec, "schedulerName", "default-scheduler"),
    fact("schedulingGates", ...listAt(spec, "schedulingGates").map((each) => textAt(each, "name"))),
    fact("readinessGates", ...listAt(spec, "readinessGates").map((each) => textAt(each, "conditionType"))),
    fact("nodeSelector", ...selector),
    ...nodeAffinity(at(spec, "affinity.nodeAffinity"), say),
    podAffinity("podAffinity", at(spec, "affinity.podAffinity"), say),
    podAffinity("podAntiAffinity", at(spec, "affinity.podAntiAffinity"), say),
    fact("topologySpread", ...listAt(spec, "topologySpreadConstraints").map(spread)),
    fact(
      "tolerations",
      ...listAt(spec, "tolerations")
        .filter((each) => !isUsual(each))
        .map(toleration),
    ),
    fact("sharesWithHost", ...shared),
    fact("securityContext", ...securityOf(at(spec, "securityContext"))),
    unless(spec, "dnsPolicy", "ClusterFirst"),
    fact("hostAliases", ...hosts),
    unless(spec, "terminationGracePeriodSeconds", "30"),
    unless(spec, "activeDeadlineSeconds", ""),
    unless(spec, "automountServiceAccountToken", ""),
    fact("overhead", ...overhead),
  ];
}
