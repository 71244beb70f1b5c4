import { append } from "../../../../shared/collections/append.ts";
import { copyMap } from "../../../../shared/json/copyMap.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { flatSteps, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";
import { checkClaim, type Limit, podProblems } from "./limits.ts";
import { type Container, podSpec } from "./podSpec.ts";

/** Applies the limit ranges of a namespace: defaults for containers, then bounds for containers, pods and claims. */
export function limitRanger({
  reader,
  vocabulary,
}: Pick<AdmissionDependencies, "reader" | "vocabulary">): AdmissionPlugin {
  const annotation = vocabulary.render("{labelDomain}/limit-ranger");
  /** The limits of a namespace, range by range. */
  function* rangesOf(namespace: string): Steps<Limit[][]> {
    const ranges: Limit[][] = [];
    yield* reader.eachInSteps({ group: "", resource: "limitranges" }, namespace, (range) => {
      ranges.push(((range["spec"] ?? {}) as { limits?: Limit[] }).limits ?? []);
    });
    return ranges;
  }
  return {
    name: "LimitRanger",
    handles: (request) =>
      (request.operation === "CREATE" && (isAbout(request, "pods") || isAbout(request, "persistentvolumeclaims"))) ||
      (request.operation === "UPDATE" &&
        (isAbout(request, "persistentvolumeclaims") || isAbout(request, "pods", "", "resize")) &&
        // Objects that are being deleted must not be blocked.
        !request.oldObject?.metadata.deletionTimestamp),
    admit({ object, resource, namespace, inFlight }) {
      if (object === undefined || resource.resource !== "pods") return;
      return inTurns(
        (function* () {
          for (const limits of yield* rangesOf(namespace)) yield* setDefaults(object, limits, annotation);
        })(),
        inFlight,
      );
    },
    async validate(request) {
      const { object } = request;
      if (object === undefined) return;
      // Reports all errors of the first violated range.
      for (const limits of await inTurns(rangesOf(request.namespace), request.inFlight)) {
        const problems =
          request.resource.resource === "pods"
            ? await inTurns(
                flatSteps(limits, (limit) => podProblems(object, limit)),
                request.inFlight,
              )
            : limits.flatMap((limit) => checkClaim(object, limit));
        if (problems.length > 0) throw refusal(request, aggregateText(problems));
      }
    },
  };
}

/**
 * Sets the defaults of containers and lists them in an annotation; a later range that sets any replaces the annotation.
 */
function* setDefaults(pod: ApiObject, limits: readonly Limit[], annotation: string): Steps<void> {
  const spec = podSpec(pod);
  const done: string[] = [];
  for (const limit of limits.filter(({ type }) => type === "Container")) {
    for (const [title, containers] of [
      ["container", spec.containers],
      ["init container", spec.initContainers],
    ] as const) {
      for (const container of containers ?? []) {
        if (isTurnDue()) yield;
        append(done, yield* fill(container, title, limit));
      }
    }
  }
  if (done.length === 0) return;
  const note = `LimitRanger plugin set: ${done.join("; ")}`;
  pod.metadata.annotations = { ...pod.metadata.annotations, [annotation]: note };
}

function* fill(container: Container, title: string, limit: Limit): Steps<string[]> {
  const done: string[] = [];
  const kinds = [
    ["requests", "request", limit.defaultRequest],
    ["limits", "limit", limit.default],
  ] as const;
  for (const [part, word, defaults = {}] of kinds) {
    const given = container.resources?.[part] ?? {};
    const names = Object.keys(defaults).filter((name) => given[name] === undefined);
    if (names.length === 0) continue;
    const amounts = yield* copyMap(given);
    for (const name of names) amounts[name] = defaults[name] as string;
    container.resources = { ...container.resources, [part]: amounts };
    done.push(`${names.sort().join(", ")} ${word} for ${title} ${container.name}`);
  }
  return done;
}
