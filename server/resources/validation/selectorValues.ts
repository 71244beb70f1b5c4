import { type LabelSelectorOptions, type LabelSelectorShape, validateLabelSelector } from "./labels.ts";

type Selectors = readonly (LabelSelectorShape | undefined | null)[];

const hasBadValue = (selector: LabelSelectorShape | undefined | null): boolean =>
  validateLabelSelector(selector, "", { allowInvalidValues: true }).length < validateLabelSelector(selector, "").length;

/**
 * How the selectors of an update are checked: values that no label can have were accepted once, so that objects which
 * carry such values may keep them. @param stored the selectors of the stored object
 */
export const selectorOptionsFor = (stored: Selectors): LabelSelectorOptions => ({
  allowInvalidValues: stored.some(hasBadValue),
});
