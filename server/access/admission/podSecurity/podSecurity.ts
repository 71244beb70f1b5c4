import type { ApiObject } from "../../../../shared/object.ts";
import { internalError, invalid, notFound } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";
import { findingsText, podEvaluator } from "./evaluate.ts";
import { exemptNamespaceWarning } from "./exemptNamespace.ts";
import { existingPodWarnings } from "./existingPods.ts";
import { compareLevels, type LevelVersion, levelVersionText, sameLevelVersion } from "./level.ts";
import { type PodLike, podOf, templateOf } from "./pod.ts";
import { DEFAULT_CONFIGURATION, readPodSecurityConfiguration } from "./podSecurityConfiguration.ts";
import { type LabelledPolicy, policyReader, UNRESTRICTED } from "./policy.ts";
import { significantUpdate } from "./significantUpdate.ts";

const NAMESPACES = { group: "", resource: "namespaces" };
/** Sub-resources of pods that do not change what a pod may do. */
const EXEMPT_SUBRESOURCES = new Set(["exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status"]);
/** Resources with a pod template, as `resource.group`. */
const MAKERS = new Set([
  "replicationcontrollers.",
  "podtemplates.",
  "replicasets.apps",
  "deployments.apps",
  "statefulsets.apps",
  "daemonsets.apps",
  "jobs.batch",
  "cronjobs.batch",
]);

const withoutNamespace = ({ namespace }: AdmissionRequest): string => `failed to lookup namespace ${quoted(namespace)}`;

/**
 * Enforces the security levels in the labels of namespaces. A pod that violates the enforced level is refused;
 * violations of the other two levels are reported in the audit log and in warnings. Workloads are never refused, but
 * their writes get the warnings, so that users learn of violations before pods are missing.
 * @throws Error for an invalid configuration
 */
export function podSecurity({
  reader,
  vocabulary,
  features,
  configurations,
}: Pick<AdmissionDependencies, "reader" | "vocabulary" | "features" | "configurations">): AdmissionPlugin {
  const written = configurations?.get("PodSecurity");
  const { defaults, exemptions } =
    written === undefined ? DEFAULT_CONFIGURATION : readPodSecurityConfiguration(written, vocabulary);
  const evaluate = podEvaluator(vocabulary, features);
  const readPolicy = policyReader(vocabulary, defaults);
  const isSignificant = significantUpdate(vocabulary);
  const annotation = vocabulary.render("pod-security.{labelDomain}/");

  /** Undefined when the namespace does not exist, which is then reported in the audit log. */
  const policyOf = (namespace: string): LabelledPolicy | undefined => {
    const found = reader.get(NAMESPACES, "", namespace);
    return found === undefined ? undefined : readPolicy(found.metadata.labels ?? {});
  };

  /** Whether a request is exempt; adds the reason to the audit log. */
  const isExempt = (request: AdmissionRequest, runtimeClass?: string): boolean => {
    const detail = exemptions.namespaces.includes(request.namespace)
      ? "namespace"
      : exemptions.usernames.includes(request.user.username)
        ? "user"
        : runtimeClass !== undefined && exemptions.runtimeClasses.includes(runtimeClass)
          ? "runtimeClass"
          : undefined;
    if (detail !== undefined) request.annotate?.(`${annotation}exempt`, detail);
    return detail !== undefined;
  };

  function* enforcePolicy(
    request: AdmissionRequest,
    { policy, errors }: LabelledPolicy,
    pod: PodLike,
    enforced: boolean,
  ): Steps<void> {
    if (isExempt(request, pod.spec.runtimeClassName)) return;
    const annotate = (key: string, value: string): void => request.annotate?.(annotation + key, value);
    if (errors.length > 0) {
      const texts = errors.map(({ field, message }) => `${field}: ${message}`);
      annotate("error", `Failed to parse policy: ${aggregateText(texts)}`);
    }
    // The levels of the three modes are mostly equal, so evaluate each different one once.
    const known = new Map<string, string>();
    const would = function* (level: LevelVersion): Steps<string | undefined> {
      const title = levelVersionText(level);
      const findings = known.get(title) ?? findingsText(yield* evaluate(level, pod));
      known.set(title, findings);
      return findings === "" ? undefined : `PodSecurity ${quoted(title)}: ${findings}`;
    };
    if (enforced) annotate("enforce-policy", levelVersionText(policy.enforce));
    const broken = enforced ? yield* would(policy.enforce) : undefined;
    const audited = yield* would(policy.audit);
    if (audited !== undefined) annotate("audit-violations", `would violate ${audited}`);
    if (broken !== undefined) throw refusal(request, `violates ${broken}`);
    const warned = yield* would(policy.warn);
    if (warned !== undefined) request.warn(`would violate ${warned}`);
  }

  function* validateNamespace(request: AdmissionRequest, namespace: ApiObject): Steps<void> {
    const { policy, errors } = readPolicy(namespace.metadata.labels ?? {});
    const before = request.operation === "UPDATE" ? readPolicy(request.oldObject?.metadata.labels ?? {}) : undefined;
    if (errors.length > 0 && JSON.stringify(errors) !== JSON.stringify(before?.errors)) {
      throw invalid(request.kind, request.name, errors);
    }
    const { name = "", labels = {} } = namespace.metadata;
    const warnExempt = (): void => {
      const hasLabel = (label: string): boolean => labels[annotation + label] !== undefined;
      const warning = exemptNamespaceWarning(name, policy, defaults, hasLabel);
      if (warning !== undefined) request.warn(warning);
    };
    const exempt = exemptions.namespaces.includes(name);
    if (before === undefined) {
      if (exempt) warnExempt();
      return;
    }
    const { enforce } = policy;
    const old = before.policy.enforce;
    if (sameLevelVersion(enforce, old) || enforce.level === "privileged") return;
    if (enforce.version === old.version && compareLevels(enforce.level, old.level) < 1) return;
    if (exempt) {
      warnExempt();
      return;
    }
    const pods: ApiObject[] = [];
    yield* reader.eachInSteps({ group: "", resource: "pods" }, name, (pod) => {
      if (!exemptions.runtimeClasses.includes(podOf(pod).spec.runtimeClassName ?? "")) pods.push(pod);
    });
    for (const warning of yield* existingPodWarnings(pods, name, enforce, evaluate)) request.warn(warning);
  }

  function* validatePod(request: AdmissionRequest, object: ApiObject): Steps<void> {
    if (EXEMPT_SUBRESOURCES.has(request.subresource) || isExempt(request)) return;
    const labelled = policyOf(request.namespace);
    if (labelled === undefined) {
      const error = internalError(withoutNamespace(request));
      request.annotate?.(`${annotation}error`, `${error.message}: ${notFound(NAMESPACES, request.namespace).message}`);
      throw error;
    }
    const { enforce, audit, warn } = labelled.policy;
    const demands = [enforce, audit, warn].some(({ level }) => level !== "privileged");
    if (!demands && labelled.errors.length === 0) {
      request.annotate?.(`${annotation}enforce-policy`, levelVersionText(UNRESTRICTED));
      return;
    }
    const pod = podOf(object);
    if (request.oldObject !== undefined && !isSignificant(pod, podOf(request.oldObject))) return;
    yield* enforcePolicy(request, labelled, pod, true);
  }

  function* validateMaker(request: AdmissionRequest, object: ApiObject): Steps<void> {
    if (isExempt(request)) return;
    const labelled = policyOf(request.namespace);
    if (labelled === undefined) {
      const detail = `${withoutNamespace(request)}: ${notFound(NAMESPACES, request.namespace).message}`;
      request.annotate?.(`${annotation}error`, detail);
      return;
    }
    const { audit, warn } = labelled.policy;
    const demands = audit.level !== "privileged" || warn.level !== "privileged";
    if (!demands && labelled.errors.length === 0) return;
    const pod = templateOf(request.resource.resource, object);
    if (pod !== undefined) yield* enforcePolicy(request, labelled, pod, false);
  }

  const isMaker = ({ resource, subresource }: AdmissionRequest): boolean =>
    subresource === "" && MAKERS.has(`${resource.resource}.${resource.group}`);
  const isPod = ({ resource }: AdmissionRequest): boolean => resource.group === "" && resource.resource === "pods";

  return {
    name: "PodSecurity",
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") &&
      (isPod(request) || isMaker(request) || isAbout(request, "namespaces")),
    validate(request) {
      const { object } = request;
      if (object === undefined) return;
      if (isPod(request)) return inTurns(validatePod(request, object), request.inFlight);
      return inTurns(
        isMaker(request) ? validateMaker(request, object) : validateNamespace(request, object),
        request.inFlight,
      );
    },
  };
}
