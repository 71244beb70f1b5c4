/** The revisions of a workload, and the request that rolls back to one. */
import type { ApiObject } from "../../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { PlannedRequest } from "../../requests/plannedRequest.ts";

export interface WorkloadRevision {
  readonly number: number;
  /** Name of the object that stores the revision. */
  readonly name: string;
  readonly created: string;
  /** The change cause, if a client recorded one. */
  readonly cause: string;
  /** The pod template. */
  readonly template: object;
  /** Whether it is the workload's current revision. */
  readonly isCurrent: boolean;
}

interface Template {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>>; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

const HASH = "pod-template-hash";

/** A template without the label that the deployment controller adds to distinguish the pods of replica sets. */
function plainTemplate(template: Template): object {
  const { [HASH]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

/**
 * The stored revisions, the latest first.
 *
 * @param kept replica sets of a deployment, or controller revisions of a stateful set or daemon set; those of other
 *   workloads are ignored
 */
export function revisionsOf(
  workload: ApiObject,
  kept: readonly ApiObject[],
  vocabulary: Vocabulary,
): readonly WorkloadRevision[] {
  const noted = vocabulary.render("deployment.{labelDomain}/revision");
  const causeKey = vocabulary.render("{labelDomain}/change-cause");
  const own = kept.filter(({ metadata }) =>
    (metadata.ownerReferences ?? []).some(
      ({ uid, controller }) => uid === workload.metadata.uid && controller === true,
    ),
  );
  const found = own.flatMap((object): Omit<WorkloadRevision, "isCurrent">[] => {
    const { annotations = {}, name = "", creationTimestamp } = object.metadata;
    const created = creationTimestamp ?? "";
    const data = (object["data"] ?? object) as { spec?: { template?: Template } };
    const number = Number(object["revision"] ?? annotations[noted] ?? Number.NaN);
    const { template } = data.spec ?? {};
    if (template === undefined || !Number.isInteger(number)) return [];
    return [{ number, name, created, cause: annotations[causeKey] ?? "", template: plainTemplate(template) }];
  });
  const latest = Math.max(...found.map(({ number }) => number));
  return found
    .map((revision) => ({ ...revision, isCurrent: revision.number === latest }))
    .sort((a, b) => b.number - a.number);
}

/** Replaces the workload's whole template by that of a revision. */
export const rollBackRequest = (
  locator: ResourceLocator,
  { template }: Pick<WorkloadRevision, "template">,
  fieldManager: string,
): PlannedRequest => ({
  method: "PATCH",
  path: withQuery(resourcePath(locator), { fieldManager }),
  contentType: "application/json-patch+json",
  body: [{ op: "replace", path: "/spec/template", value: template }],
});
