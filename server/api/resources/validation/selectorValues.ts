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
 * The options for validating selectors of an update. Invalid label values were once accepted, so an object that has
 * some may keep them.
 * @param stored the selectors of the stored object
 */
export const selectorOptionsFor = immediately(selectorOptions);

/** The same in steps. */
export function* selectorOptions(stored: Selectors): Steps<LabelSelectorOptions> {
  for (const selector of stored) if (yield* hasBadValue(selector)) return { allowInvalidValues: true };
  return { allowInvalidValues: false };
}
