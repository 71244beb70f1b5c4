import type { PersistentVolume, PersistentVolumeClaim } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";

/** A stored claim. */
export type Claim = PersistentVolumeClaim & ApiObject;

/** A stored volume. */
export type Volume = PersistentVolume & ApiObject;

export const CLAIMS = { group: "", version: "v1", resource: "persistentvolumeclaims" };
export const VOLUMES = { group: "", version: "v1", resource: "persistentvolumes" };
