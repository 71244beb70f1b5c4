/** Rules of changes to the spec of an existing pod. */

import type { Container, NodeAffinity, NodeSelectorTerm, PodSpec, Toleration } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { deepEqual } from "../../../../../shared/collections/deepEqual.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid, required } from "../../../../../shared/fieldError.ts";
import { canonicalJson } from "../../../../../shared/fieldset/pathElement.ts";
import { isEmptyMap } from "../../../../../shared/json/largeMaps.ts";
import { each, isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { rangeMessage } from "../../../../../shared/text/regexText.ts";
import { invalidText, textMap } from "../../../../ground/formats/wording/goText.ts";
import { sameParts } from "../../../../model/schema/semanticEquality.ts";
import { validateImageSpaces } from "../../validation/pod/containers/containers.ts";
import { nodeSelectorTermsText, nodeSelectorTermText } from "../../validation/pod/placement/nodeSelectorText.ts";
import { tolerationErrors } from "../../validation/pod/placement/tolerations.ts";
import { specDifference } from "../specDifference.ts";

const ALLOWED = [
  "`spec.containers[*].image`",
  "`spec.initContainers[*].image`",
  "`spec.activeDeadlineSeconds`",
  "`spec.tolerations` (only additions to existing tolerations)",
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
].join(",");

/** Field errors of a change of a pod's spec. Most of the spec is immutable. */
export function* validatePodUpdate(spec: PodSpec | undefined, old: PodSpec | undefined): Steps<FieldError[]> {
  if (spec === undefined || old === undefined) return [];
  const errors: FieldError[] = [];
  for (const field of ["containers", "initContainers"] as const) {
    const path = `spec.${field}`;
    if ((spec[field]?.length ?? 0) !== (old[field]?.length ?? 0)) {
      return [...errors, forbidden(path, "pod updates may not add or remove containers")];
    }
    append(errors, yield* validateImages(spec[field], path));
  }
  const deadline = validateDeadline(spec.activeDeadlineSeconds, old.activeDeadlineSeconds);
  if (deadline.length > 0 && spec.activeDeadlineSeconds !== undefined) return [...errors, ...deadline];
  append(errors, deadline);
  append(errors, yield* validateTolerationsKept(spec.tolerations, old.tolerations));
  append(errors, yield* validateGatesOnlyGo(spec, old));
  const gated = (old.schedulingGates ?? []).length > 0;
  if (gated) append(errors, yield* validateGatedChange(spec, old));
  const munged = yield* withAllowedChangesUndone(spec, old, gated);
  if (!(yield* sameParts("api.core.v1.PodSpec", munged, old))) {
    const difference = yield* specDifference("PodSpec", old, munged);
    errors.push(forbidden("spec", `pod updates may not change fields other than ${ALLOWED}\n${difference}`));
  }
  return errors;
}

const validateImages = (containers: readonly Container[] | undefined, path: string): Steps<FieldError[]> =>
  errorsOfEach(containers, path, (container, at) => [
    ...((container.image ?? "") === "" ? [required(child(at, "image"))] : []),
    ...validateImageSpaces(container, at),
  ]);

const MAX_SECONDS = 2147483647;

/** The deadline may only be set or shortened. */
function validateDeadline(seconds: number | undefined, old: number | undefined): FieldError[] {
  const path = "spec.activeDeadlineSeconds";
  if (seconds === undefined) {
    return old === undefined ? [] : [invalid(path, undefined, "must not update from a positive integer to nil value")];
  }
  if (seconds < 0 || seconds > MAX_SECONDS) return [invalid(path, seconds, rangeMessage(0, MAX_SECONDS))];
  return old !== undefined && seconds > old
    ? [invalid(path, seconds, "must be less than or equal to previous value")]
    : [];
}

function* validateTolerationsKept(
  tolerations: readonly Toleration[] | undefined,
  old: readonly Toleration[] | undefined,
): Steps<FieldError[]> {
  const plain = ({ tolerationSeconds: _, ...rest }: Toleration): string => canonicalJson(rest);
  const now = new Set(yield* each(tolerations ?? [], plain));
  const path = "spec.tolerations";
  for (const toleration of old ?? []) {
    if (isTurnDue()) yield;
    if (now.has(plain(toleration))) continue;
    return [forbidden(path, "existing toleration can not be modified except its tolerationSeconds")];
  }
  return yield* tolerationErrors(tolerations, path);
}

function* validateGatesOnlyGo(spec: PodSpec, old: PodSpec): Steps<FieldError[]> {
  const known = new Set(yield* each(old.schedulingGates ?? [], ({ name }) => name));
  return yield* errorsOfEach(spec.schedulingGates, "spec.schedulingGates", ({ name }, at) =>
    known.has(name)
      ? []
      : [forbidden(child(at, "name"), `only deletion is allowed, but found new scheduling gate '${name}'`)],
  );
}

const TERMS = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";

/** While a pod has scheduling gates, its node selection may be narrowed. */
function* validateGatedChange(spec: PodSpec, old: PodSpec): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const selector = spec.nodeSelector ?? {};
  if (Object.entries(old.nodeSelector ?? {}).some(([name, value]) => selector[name] !== value)) {
    const detail = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
    errors.push(invalidText("spec.nodeSelector", textMap(spec.nodeSelector), detail));
  }
  const before = termsOf(old.affinity?.nodeAffinity);
  const terms = termsOf(spec.affinity?.nodeAffinity);
  if (before.length === 0) return errors;
  if (before.length !== terms.length) {
    const detail = "no additions/deletions to non-empty NodeSelectorTerms list are allowed";
    const shown = nodeSelectorTermsText(terms.length === 0 ? undefined : terms);
    return [...errors, invalidText(TERMS, shown, detail)];
  }
  return [
    ...errors,
    ...(yield* errorsOfEach(terms, TERMS, (term, at, i) =>
      onlyAdds(term, before[i])
        ? []
        : [invalidText(at, nodeSelectorTermText(term), "only additions are allowed (no mutations or deletions)")],
    )),
  ];
}

const termsOf = (affinity: NodeAffinity | undefined): readonly NodeSelectorTerm[] =>
  affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];

function onlyAdds(term: NodeSelectorTerm, old: NodeSelectorTerm | undefined): boolean {
  const lists = ["matchExpressions", "matchFields"] as const;
  const count = (of: NodeSelectorTerm | undefined): number =>
    lists.reduce((sum, list) => sum + (of?.[list]?.length ?? 0), 0);
  // A term without requirements matches nothing, so adding requirements would match more.
  if (count(old) === 0) return count(term) === 0;
  return lists.every((list) => {
    const before = old?.[list] ?? [];
    return deepEqual((term[list] ?? []).slice(0, before.length), before);
  });
}

/** The new spec with all permitted changes undone: any remaining difference is not permitted. */
function* withAllowedChangesUndone(spec: PodSpec, old: PodSpec, gated: boolean): Steps<PodSpec> {
  const images = (containers: Container[], before: Container[] | undefined): Steps<Container[]> =>
    each(containers, (container, i) => {
      const image = before?.[i]?.image;
      const { image: _, ...rest } = container;
      return image === undefined ? rest : { ...container, image };
    });
  const munged: PodSpec = { ...spec, containers: yield* images(spec.containers ?? [], old.containers) };
  const { initContainers } = spec;
  if (initContainers !== undefined) munged.initContainers = yield* images(initContainers, old.initContainers);
  restore(munged, "activeDeadlineSeconds", old.activeDeadlineSeconds);
  restore(munged, "tolerations", old.tolerations);
  restore(munged, "schedulingGates", old.schedulingGates);
  const grace = old.terminationGracePeriodSeconds;
  if (grace !== undefined && grace < 0 && spec.terminationGracePeriodSeconds === 1) {
    munged.terminationGracePeriodSeconds = grace;
  }
  if (!gated) return munged;
  restore(munged, "nodeSelector", old.nodeSelector);
  // Node affinity may change, pod affinity may not.
  const { nodeAffinity: _, ...others } = spec.affinity ?? {};
  const nodes = old.affinity?.nodeAffinity;
  const affinity = nodes === undefined ? others : { ...others, nodeAffinity: nodes };
  const empty = isEmptyMap(affinity);
  restore(munged, "affinity", empty && old.affinity === undefined ? undefined : affinity);
  return munged;
}

function restore<K extends keyof PodSpec>(spec: PodSpec, field: K, value: PodSpec[K] | undefined): void {
  if (value === undefined) delete spec[field];
  else spec[field] = value;
}
