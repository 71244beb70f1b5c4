import type { CSIStorageCapacity } from "kubernetes-types/storage/v1";
import type { FieldError } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded } from "../strategies/narrow.ts";
import { labelSelectorText } from "../validation/goText.ts";
import { validateLabelSelector } from "../validation/labels.ts";
import { checkSubdomain, invalidBy } from "../validation/names.ts";
import { validateNonNegativeQuantity } from "../validation/quantity.ts";

function validate(object: ApiObject): FieldError[] {
  const { nodeTopology, storageClassName = "", capacity, maximumVolumeSize } = decoded<CSIStorageCapacity>(object);
  return [
    ...validateLabelSelector(nodeTopology, "nodeTopology"),
    ...invalidBy("storageClassName", storageClassName, checkSubdomain(storageClassName)),
    ...(capacity === undefined ? [] : validateNonNegativeQuantity(capacity, "capacity")),
    ...(maximumVolumeSize === undefined ? [] : validateNonNegativeQuantity(maximumVolumeSize, "maximumVolumeSize")),
  ];
}

/** What a capacity is about is fixed, only the numbers move. */
export const csiStorageCapacityStrategy: Strategy = {
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validate(object),
  validateUpdate(_context, object, old) {
    const now = decoded<CSIStorageCapacity>(object);
    const before = decoded<CSIStorageCapacity>(old);
    return [
      ...validate(object),
      ...validateImmutable(now.nodeTopology, before.nodeTopology, "nodeTopology", labelSelectorText(now.nodeTopology)),
      ...validateImmutable(now.storageClassName, before.storageClassName, "storageClassName"),
    ];
  },
};
