import { immediately, type Steps } from "../../../../shared/steps.ts";
import {
  type LabelSelectorOptions,
  type LabelSelectorShape,
  labelSelectorErrors,
} from "../../../ground/formats/names/labels.ts";

type Selectors = readonly (LabelSelectorShape | undefined | null)[];

function* hasBadValue(selector: LabelSelectorShape | undefined | null): Steps<boolean> {
  const lenient = yield* labelSelectorErrors(selector, "", { allowInvalidValues: true });
  return lenient.length < (yield* labelSelectorErrors(selector, "")).length;
}

/**
 * How the selectors of an update are checked: values that no label can have were accepted once, so that objects which
 * carry such values may keep them. @param stored the selectors of the stored object
 */
export const selectorOptionsFor = immediately(selectorOptions);

/** The same in steps. */
export function* selectorOptions(stored: Selectors): Steps<LabelSelectorOptions> {
  for (const selector of stored) if (yield* hasBadValue(selector)) return { allowInvalidValues: true };
  return { allowInvalidValues: false };
}
