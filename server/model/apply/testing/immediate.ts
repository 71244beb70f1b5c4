/** The server's steps of an apply at once, as tests want them. */
import { immediately } from "../../../../shared/steps.ts";
import * as manager from "../fieldManager.ts";
import * as scale from "../scaleManagedFields.ts";
import * as applied from "../validateApplied.ts";

export const applyPatch = immediately(manager.applyPatch);
export const describeMisfits = immediately(applied.describeMisfits);
export const fromScaleManagedFields = immediately(scale.fromScaleManagedFields);
export const toScaleManagedFields = immediately(scale.toScaleManagedFields);
export const trackUpdate = immediately(manager.trackUpdate);
