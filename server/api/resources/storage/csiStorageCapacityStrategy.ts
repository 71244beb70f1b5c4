import type { CSIStorageCapacity } from "kubernetes-types/storage/v1";
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { type LabelSelectorOptions, validateLabelSelector } from "../../../ground/formats/names/labels.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { validateNonNegativeQuantity } from "../../../ground/formats/quantity.ts";
import { labelSelectorText } from "../../../ground/formats/wording/goText.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { deprecatedLabelText, nodeTermWarnings } from "../validation/nodeLabels.ts";
import { selectorOptionsFor } from "../validation/selectorValues.ts";

function validate(object: ApiObject, options: LabelSelectorOptions = {}): FieldError[] {
  const { nodeTopology, storageClassName = "", capacity } = decoded<CSIStorageCapacity>(object);
  return [
    ...validateLabelSelector(nodeTopology, "nodeTopology", options),
    ...invalidBy("storageClassName", storageClassName, checkSubdomain(storageClassName)),
    ...(capacity === undefined ? [] : validateNonNegativeQuantity(capacity, "capacity")),
  ];
}

/** Warns about deprecated node labels that have newer names. */
function warnings({ vocabulary }: WriteContext, object: ApiObject): string[] {
  const { nodeTopology } = decoded<CSIStorageCapacity>(object);
  const labels = Object.keys(nodeTopology?.matchLabels ?? {}).sort();
  return [
    ...nodeTermWarnings(nodeTopology, "nodeTopology", vocabulary),
    ...labels.flatMap((label) => {
      const text = deprecatedLabelText(label, vocabulary);
      return text === undefined ? [] : [`nodeTopology.matchLabels.${label}: ${text}`];
    }),
  ];
}

/** Only the amounts of a capacity may change; its class and topology are immutable. */
export const csiStorageCapacityStrategy: Strategy = {
  metadataOnUpdate: "woven",
  allowUnconditionalUpdate: false,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  validate: (_context, object) => validate(object),
  validateUpdate(_context, object, old, { whole, change }) {
    const now = decoded<CSIStorageCapacity>(object);
    const before = decoded<CSIStorageCapacity>(old);
    return [
      ...whole,
      ...validate(object, selectorOptionsFor([before.nodeTopology])),
      ...change,
      ...validateImmutable(now.nodeTopology, before.nodeTopology, "nodeTopology", labelSelectorText(now.nodeTopology)),
      ...validateImmutable(now.storageClassName, before.storageClassName, "storageClassName"),
    ];
  },
};
