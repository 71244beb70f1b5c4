/** Synchronous versions of the server's apply steps, for tests. */
import { immediately } from "../../../../shared/steps.ts";
import * as manager from "../fieldManager.ts";
import * as scale from "../scaleManagedFields.ts";
import * as applied from "../validateApplied.ts";

export const applyPatch = immediately(manager.applyPatch);
export const describeMismatches = immediately(applied.describeMismatches);
export const fromScaleManagedFields = immediately(scale.fromScaleManagedFields);
export const toScaleManagedFields = immediately(scale.toScaleManagedFields);
export const trackUpdate = immediately(manager.trackUpdate);
