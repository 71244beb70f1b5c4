import type { ApiObject } from "../../../../shared/object.ts";
import {
  type FieldSelector,
  FieldSelectorError,
  matchesFields,
  parseFieldSelector,
} from "../../../../shared/selectors/fieldSelector.ts";
import {
  type LabelSelector,
  matchesLabels,
  parseLabelSelector,
  SelectorError,
} from "../../../../shared/selectors/labelSelector.ts";
import { badRequest } from "../../../../shared/status.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { ObjectNames } from "../../../store/cache/cachedObject.ts";

/** The selectors of a list or watch. */
export interface Selection {
  /** Whether there is no selector: everything under the path is selected. */
  readonly everything: boolean;
  /** The name that field selectors require, and the namespace if they require one; undefined otherwise. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /**
   * Whether an object with this name and these labels is selected; undefined when that also depends on other fields.
   */
  judge(names: ObjectNames): boolean | undefined;
  /** Whether an object (at the request's version) is selected. */
  matches(object: ApiObject): boolean;
}

/** @throws ApiError 400 on malformed selectors and unknown fields */
export function parseSelection(query: URLSearchParams, resource: Resource): Selection {
  const labels = readLabels(query.get("labelSelector") ?? "");
  const fields = readFields(query.get("fieldSelector") ?? "", resource);
  const exact = (field: string): string | undefined =>
    fields.find((requirement) => requirement.field === field && !requirement.negated)?.value;
  const isOther = (field: string): boolean => field !== "metadata.name" && field !== "metadata.namespace";
  const others = fields.filter(({ field }) => isOther(field));
  const named = fields.filter(({ field }) => !isOther(field));
  const isNamed = ({ name = "", namespace = "", labels: own }: ObjectNames): boolean =>
    matchesLabels(labels, own) && matchesFields(named, (field) => (field === "metadata.name" ? name : namespace));
  const readers = resource.definition.selectableFields ?? {};
  return {
    everything: labels.length === 0 && fields.length === 0,
    name: exact("metadata.name"),
    namespace: resource.namespaced ? exact("metadata.namespace") : undefined,
    judge: (names) => (isNamed(names) ? others.length === 0 || undefined : false),
    matches: (object) => isNamed(object.metadata) && matchesFields(others, (field) => readers[field]?.(object) ?? ""),
  };
}

function readLabels(text: string): LabelSelector {
  try {
    return parseLabelSelector(text);
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(error.message);
    throw error;
  }
}

function readFields(text: string, resource: Resource): FieldSelector {
  let selector: FieldSelector;
  try {
    selector = parseFieldSelector(text);
  } catch (error) {
    if (error instanceof FieldSelectorError) throw badRequest(error.message);
    throw error;
  }
  const { selectableFields: known, unselectable, kind } = resource.definition;
  for (const { field } of selector) {
    // Cluster-scoped kinds that declare their selectable fields have no namespace field.
    if (field === "metadata.name") continue;
    if (field === "metadata.namespace" && (resource.namespaced || known === undefined)) continue;
    if (known !== undefined && Object.hasOwn(known, field)) continue;
    throw badRequest(
      known === undefined
        ? `${quoted(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
        : (unselectable?.(field, `${resource.apiVersion}, Kind=${kind}`) ?? `field label not supported: ${field}`),
    );
  }
  return selector;
}
