import type { CSINode, CSINodeDriver } from "kubernetes-types/storage/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { child, duplicate, type FieldError, index, invalid, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { decoded } from "../strategies/narrow.ts";
import { checkQualifiedName, invalidBy } from "../validation/names.ts";
import { byteLength } from "../validation/regexText.ts";
import { validateDriverName } from "./driverName.ts";

const MAX_NODE_ID = 192;

const driversOf = (object: ApiObject): readonly CSINodeDriver[] => decoded<CSINode>(object).spec?.drivers ?? [];

function validate(object: ApiObject): FieldError[] {
  const names = new Set<string>();
  return driversOf(object).flatMap((driver, i) => {
    const at = index("spec.drivers", i);
    const errors = [
      ...validateDriverName(driver.name, child(at, "name")),
      ...validateNodeId(driver.nodeID ?? "", child(at, "nodeID")),
    ];
    const count = driver.allocatable?.count;
    if (count !== undefined && count < 0) {
      errors.push(invalid(child(at, "allocatable.count"), count, "must be greater than or equal to 0"));
    }
    if (names.has(driver.name)) errors.push(duplicate(child(at, "name"), driver.name));
    names.add(driver.name);
    const keys = new Set<string>();
    for (const key of driver.topologyKeys ?? []) {
      if (keys.has(key)) errors.push(duplicate(child(at, "topologyKeys"), key));
      keys.add(key);
      errors.push(...invalidBy(child(at, "topologyKeys"), key, checkQualifiedName(key)));
    }
    return errors;
  });
}

function validateNodeId(id: string, path: string): FieldError[] {
  if (id === "") return [required(path)];
  return byteLength(id) > MAX_NODE_ID ? [invalid(path, id, `must be ${MAX_NODE_ID} characters or less`)] : [];
}

/** A driver that is registered changes only by going away and coming back. */
function validateUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const errors = validate(object);
  for (const before of driversOf(old)) {
    const now = driversOf(object).find((driver) => driver.name === before.name);
    if (now !== undefined && !deepEqual(now, before)) {
      errors.push({
        type: "FieldValueInvalid",
        field: "CSINodeDriver",
        message: `Invalid value: storage.CSINodeDriver{Name:${JSON.stringify(now.name)}, NodeID:${JSON.stringify(now.nodeID)}}: field is immutable`,
      });
    }
  }
  return errors;
}

/** Rules of CSI nodes. */
export const csiNodeStrategy: Strategy = {
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) => validateUpdate(object, old),
};
