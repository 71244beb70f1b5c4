import type { FieldRequirement, FieldSelector } from "../../../../shared/selectors/fieldSelector.ts";
import { parseFieldSelector } from "../../../../shared/selectors/fieldSelector.ts";
import { fromStructured, type LabelSelector, parseLabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import type { Attributes } from "../../../ground/rights/authorizer.ts";
import { withSelectors } from "../selectorAttributes.ts";
import type { ReviewedResource, ReviewSpec, SelectorAttributes } from "./reviewValidation.ts";

/** The attributes in a review. */
export interface Reviewed {
  readonly attributes: Attributes;
  /** The selectors that could not be parsed; without them, the attributes cover more objects. */
  readonly faults: readonly string[];
}

/** The attributes in a validated review. An absent version means all versions. */
export function reviewedAttributes(spec: ReviewSpec): Reviewed {
  const { resourceAttributes: about, nonResourceAttributes: path } = spec;
  if (!about) {
    return { attributes: { resourceRequest: false, verb: path?.verb ?? "", path: path?.path ?? "" }, faults: [] };
  }
  const fields = readFields(about.fieldSelector);
  const labels = readLabels(about.labelSelector);
  return {
    attributes: { ...resourceParts(about), ...withSelectors(fields.selector, labels.selector) },
    faults: [...faultOf("fieldSelector", fields), ...faultOf("labelSelector", labels)],
  };
}

const resourceParts = (about: ReviewedResource) => ({
  resourceRequest: true as const,
  verb: about.verb ?? "",
  group: about.group ?? "",
  version: about.version || "*",
  resource: about.resource ?? "",
  subresource: about.subresource ?? "",
  namespace: about.namespace ?? "",
  name: about.name ?? "",
});

interface Read<T> {
  readonly selector: readonly T[];
  /** Whether something was left out. */
  readonly broken: boolean;
}

function faultOf(name: string, { selector, broken }: Read<unknown>): string[] {
  if (!broken) return [];
  const how = selector.length > 0 ? "partially ignored" : "ignored";
  return [`spec.resourceAttributes.${name} ${how} due to parse error`];
}

function readFields(given: SelectorAttributes | undefined): Read<FieldRequirement> {
  if (given?.rawSelector) return readText(given.rawSelector, parseFieldSelector);
  const requirements = given?.requirements ?? [];
  const selector: FieldSelector = requirements.flatMap(({ key = "", operator, values = [] }) => {
    const [value] = values;
    if (value === undefined || values.length > 1 || (operator !== "In" && operator !== "NotIn")) return [];
    return [{ field: key, negated: operator === "NotIn", value }];
  });
  return { selector, broken: selector.length < requirements.length };
}

function readLabels(given: SelectorAttributes | undefined): Read<LabelSelector[number]> {
  if (given?.rawSelector) return readText(given.rawSelector, parseLabelSelector);
  const requirements = given?.requirements ?? [];
  const matchExpressions = requirements.map(({ key = "", operator = "", values = [] }) => ({
    key,
    operator,
    values: [...values],
  }));
  const selector = fromStructured({ matchExpressions });
  return { selector, broken: selector.length < requirements.length };
}

function readText<T>(text: string, parse: (text: string) => readonly T[]): Read<T> {
  try {
    return { selector: parse(text), broken: false };
  } catch {
    return { selector: [], broken: true };
  }
}
