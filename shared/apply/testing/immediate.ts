/** The apply functions without pauses, for tests. */
import { immediately } from "../../steps.ts";
import * as compare from "../compare.ts";
import * as fields from "../managedFields.ts";
import * as merge from "../merge.ts";
import * as reconcile from "../reconcileSet.ts";
import * as remove from "../removeItems.ts";
import * as sets from "../toFieldSet.ts";

export const capUpdateManagers = immediately(fields.capUpdateManagers);
export const compareObjects = immediately(compare.compareObjects);
export const encodeManagedFields = immediately(fields.encodeManagedFields);
export const ensureDeclaredMembers = immediately(remove.ensureDeclaredMembers);
export const mergeValues = immediately(merge.mergeValues);
export const reconcileSet = immediately(reconcile.reconcileSet);
export const removeItems = immediately(remove.removeItems);
export const toFieldSet = immediately(sets.toFieldSet);
