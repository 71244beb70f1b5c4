import { type FieldSelector, parseFieldSelector } from "../../../shared/selectors/fieldSelector.ts";
import { type LabelSelector, parseLabelSelector } from "../../../shared/selectors/labelSelector.ts";
import type { ResourceAttributes } from "../../ground/rights/authorizer.ts";

/** The selectors of {@link ResourceAttributes}. */
export type SelectorAttributes = Pick<ResourceAttributes, "fieldSelector" | "labelSelector">;

/**
 * What authorizers see of the selectors of a request: those that cannot be parsed count as absent. The request then
 * counts as one for more objects than was meant; a user who is allowed that is also allowed less.
 * @param fields as the query parameters carry them; empty for none
 */
export function selectorAttributes(fields: string, labels: string): SelectorAttributes {
  return withSelectors(fields === "" ? [] : fieldsOf(fields), labels === "" ? [] : labelsOf(labels));
}

/** Leaves out what selects everything. */
export const withSelectors = (fields: FieldSelector, labels: LabelSelector): SelectorAttributes => ({
  ...(fields.length === 0 ? {} : { fieldSelector: fields }),
  ...(labels.length === 0 ? {} : { labelSelector: labels }),
});

function fieldsOf(text: string): FieldSelector {
  try {
    return parseFieldSelector(text);
  } catch {
    return [];
  }
}

function labelsOf(text: string): LabelSelector {
  try {
    // The parser sorts the values of sets, so that equal questions have equal texts and answers can be cached.
    return parseLabelSelector(text);
  } catch {
    return [];
  }
}
