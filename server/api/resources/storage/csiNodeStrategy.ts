import type { CSINode, CSINodeDriver } from "kubernetes-types/storage/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { invalidText, pointer, textList } from "../../../ground/formats/wording/goText.ts";
import { type MetadataErrors, NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateDriverName } from "../validation/driverName.ts";

/** In bytes. If all stored ids are within the old limit, that limit still applies. */
const MAX_NODE_ID = 256;
const OLD_MAX_NODE_ID = 192;

const driversOf = (object: ApiObject): readonly CSINodeDriver[] => decoded<CSINode>(object).spec?.drivers ?? [];

function validate(drivers: readonly CSINodeDriver[], maxNodeId = MAX_NODE_ID): Steps<FieldError[]> {
  const names = new Set<string>();
  return errorsWithin(drivers, "spec.drivers", function* (driver, at) {
    const errors = [
      ...validateDriverName(driver.name, child(at, "name")),
      ...validateNodeId(driver.nodeID ?? "", child(at, "nodeID"), maxNodeId),
    ];
    const count = driver.allocatable?.count;
    if (count !== undefined && count < 0) {
      errors.push(invalid(child(at, "allocatable.count"), count, "must be greater than or equal to 0"));
    }
    if (names.has(driver.name)) errors.push(duplicate(child(at, "name"), driver.name));
    names.add(driver.name);
    const keys = new Set<string>();
    // Errors of keys name the driver and print all keys, as in the reference.
    for (const key of driver.topologyKeys ?? []) {
      if (isTurnDue()) yield;
      if (key === "") errors.push(required(at));
      if (keys.has(key)) errors.push(duplicate(at, key));
      keys.add(key);
      for (const detail of checkQualifiedName(key)) errors.push(invalidText(at, textList(driver.topologyKeys), detail));
    }
    return errors;
  });
}

function validateNodeId(id: string, path: string, max: number): FieldError[] {
  if (id === "") return [required(path)];
  return byteLength(id) > max ? [invalid(path, id, `must be ${max} characters or less`)] : [];
}

/** A registered driver is immutable; it can only be removed and added again. */
function* validateChange(
  drivers: readonly CSINodeDriver[],
  olds: readonly CSINodeDriver[],
  { whole }: MetadataErrors,
): Steps<FieldError[]> {
  const long = olds.some((driver) => byteLength(driver.nodeID ?? "") > OLD_MAX_NODE_ID);
  const found = [...whole, ...(yield* validate(drivers, long ? MAX_NODE_ID : OLD_MAX_NODE_ID))];
  // The reference validates an update as a new object and as a change, and lists the errors twice.
  const errors = [...found, ...found];
  const byName = new Map<string, CSINodeDriver>();
  for (const driver of drivers) if (!byName.has(driver.name)) byName.set(driver.name, driver);
  for (const before of olds) {
    if (isTurnDue()) yield;
    const now = byName.get(before.name);
    if (now !== undefined && !deepEqual(now, before)) {
      errors.push(invalidText("CSINodeDriver", driverText(now), "field is immutable"));
    }
  }
  return errors;
}

const driverText = ({ name, nodeID, topologyKeys, allocatable }: CSINodeDriver): string =>
  `storage.CSINodeDriver{Name:${quoted(name)}, NodeID:${quoted(nodeID)}, TopologyKeys:${textList(topologyKeys)}, Allocatable:${pointer("storage.VolumeNodeResources", allocatable)}}`;

/** Rules of CSI nodes. */
export const csiNodeStrategy: Strategy = {
  returnsDeletedObject: true,
  metadataOnUpdate: "woven",
  allowUnconditionalUpdate: false,
  validating: (_context, object, old, looks = NO_METADATA_ERRORS) =>
    old === undefined ? validate(driversOf(object)) : validateChange(driversOf(object), driversOf(old), looks),
};
