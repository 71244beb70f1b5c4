import { type FieldSelector, parseFieldSelector } from "../../../shared/selectors/fieldSelector.ts";
import { type LabelSelector, parseLabelSelector } from "../../../shared/selectors/labelSelector.ts";
import type { ResourceAttributes } from "../../ground/rights/authorizer.ts";

/** The selectors of {@link ResourceAttributes}. */
export type SelectorAttributes = Pick<ResourceAttributes, "fieldSelector" | "labelSelector">;

/**
 * The selectors of a request as authorizers see them. Unparsable ones count as absent, so that the request covers more
 * objects than intended; a user who may do that may also do less.
 * @param fields in the form of query parameters; empty for none
 */
export function selectorAttributes(fields: string, labels: string): SelectorAttributes {
  return withSelectors(fields === "" ? [] : fieldsOf(fields), labels === "" ? [] : labelsOf(labels));
}

/** Omits selectors that select everything. */
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
