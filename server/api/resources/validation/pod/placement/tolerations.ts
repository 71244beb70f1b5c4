/** Rules of taints and tolerations. */

import type { Taint, Toleration } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, notSupported, required } from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { checkLabelValue } from "../../../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../../../shared/text/quoted.ts";
import { validateLabelName } from "../../../../../ground/formats/names/labels.ts";
import { duplicateText, invalidText, pointer } from "../../../../../ground/formats/wording/goText.ts";

const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** Field errors of the taints a pod tolerates. */
export function tolerationErrors(
  tolerations: readonly Toleration[] | undefined | null,
  path: string,
): Steps<FieldError[]> {
  return errorsOfEach(tolerations, path, validateToleration);
}

function validateToleration(toleration: Toleration, path: string): FieldError[] {
  const { key = "", operator = "", value = "", effect = "", tolerationSeconds } = toleration;
  const errors = key === "" ? [] : validateLabelName(key, child(path, "key"));
  const at = child(path, "operator");
  if (key === "" && operator !== "Exists") {
    errors.push(
      invalid(at, operator, 'operator must be Exists when `key` is empty, which means "match all values and all keys"'),
    );
  }
  if (tolerationSeconds !== undefined && tolerationSeconds !== null && effect !== "NoExecute") {
    errors.push(invalid(child(path, "effect"), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"));
  }
  switch (operator) {
    case "":
    case "Equal": {
      const messages = checkLabelValue(value);
      if (messages.length > 0) errors.push(invalid(at, value, messages.join(";")));
      break;
    }
    case "Exists":
      if (value !== "") {
        errors.push(invalidText(at, tolerationText(toleration), "value must be empty when `operator` is 'Exists'"));
      }
      break;
    default:
      errors.push(notSupported(at, operator, ["Equal", "Exists"]));
  }
  return effect === "" ? errors : [...errors, ...validateEffect(effect, child(path, "effect"))];
}

/** A toleration in Go syntax. */
export const tolerationText = ({
  key = "",
  operator = "",
  value = "",
  effect = "",
  tolerationSeconds,
}: Toleration): string =>
  `core.Toleration{Key:${quoted(key)}, Operator:${quoted(operator)}, Value:${quoted(value)}, Effect:${quoted(effect)}, TolerationSeconds:${pointer("int64", tolerationSeconds)}}`;

/** Field errors of a taint's effect. */
const validateEffect = (effect: string, path: string): FieldError[] =>
  EFFECTS.includes(effect) ? [] : [notSupported(path, effect, EFFECTS)];

/** Field errors of a node's taints: each must be valid, and pairs of key and effect must be unique. */
export function taintErrors(taints: readonly Taint[] | undefined | null, path: string): Steps<FieldError[]> {
  const seen = new Set<string>();
  return errorsOfEach(taints, path, (taint, at) => {
    const { key = "", value = "", effect = "" } = taint;
    const errors = validateLabelName(key, child(at, "key"));
    const messages = checkLabelValue(value);
    if (messages.length > 0) errors.push(invalid(child(at, "value"), value, messages.join(";")));
    append(errors, effect === "" ? [required(child(at, "effect"))] : validateEffect(effect, child(at, "effect")));
    const pair = `${effect}/${key}`;
    if (seen.has(pair)) {
      const error = duplicateText(
        at,
        `core.Taint{Key:${quoted(key)}, Value:${quoted(value)}, Effect:${quoted(effect)}, TimeAdded:<nil>}`,
      );
      errors.push({ ...error, message: `${error.message}: taints must be unique by key and effect pair` });
    }
    seen.add(pair);
    return errors;
  });
}
