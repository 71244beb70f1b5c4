import type { NodeSelectorTerm } from "kubernetes-types/core/v1";
import type { ApiObject, ObjectMeta } from "../../../../shared/object.ts";
import type { ConditionShape } from "../validation/conditions.ts";

/** An expression that selects devices. */
export interface DeviceSelector {
  readonly cel?: { readonly expression?: string };
}

/** Configuration that only the driver interprets. */
export interface DeviceConfiguration {
  readonly opaque?: { readonly driver?: string; readonly parameters?: unknown };
}

export interface DeviceRequest {
  readonly name?: string;
  readonly deviceClassName?: string;
  readonly selectors?: readonly DeviceSelector[];
  readonly allocationMode?: string;
  readonly count?: number;
  readonly adminAccess?: boolean;
}

export interface DeviceConstraint {
  readonly requests?: readonly string[];
  readonly matchAttribute?: string;
}

export interface RequestConfiguration extends DeviceConfiguration {
  readonly requests?: readonly string[];
  /** In an allocation: whether the class or the claim provided the configuration. */
  readonly source?: string;
}

/** The device requests of a claim. */
export interface DeviceClaim {
  readonly requests?: readonly DeviceRequest[];
  readonly constraints?: readonly DeviceConstraint[];
  readonly config?: readonly RequestConfiguration[];
}

export interface ResourceClaimSpec {
  readonly devices?: DeviceClaim;
}

/** The names that identify a device together. */
export interface DeviceName {
  readonly driver?: string;
  readonly pool?: string;
  readonly device?: string;
}

export interface AllocationResult {
  readonly devices?: {
    readonly results?: readonly (DeviceName & { readonly request?: string; readonly adminAccess?: boolean })[];
    readonly config?: readonly RequestConfiguration[];
  };
  readonly nodeSelector?: NodeSelector;
}

export interface NodeSelector {
  readonly nodeSelectorTerms?: readonly NodeSelectorTerm[];
}

export interface Consumer {
  readonly apiGroup?: string;
  readonly resource?: string;
  readonly name?: string;
  readonly uid?: string;
}

export interface AllocatedDevice extends DeviceName {
  readonly conditions?: readonly ConditionShape[];
  readonly data?: unknown;
  readonly networkData?: {
    readonly interfaceName?: string;
    readonly ips?: readonly string[];
    readonly hardwareAddress?: string;
  };
}

export interface ResourceClaimStatus {
  readonly allocation?: AllocationResult;
  readonly reservedFor?: readonly Consumer[];
  readonly devices?: readonly AllocatedDevice[];
}

/** A request for devices, with its allocation. */
export interface ResourceClaim extends ApiObject {
  readonly spec?: ResourceClaimSpec;
  readonly status?: ResourceClaimStatus;
}

/** The template from which claims of pods are created. */
export interface ResourceClaimTemplate extends ApiObject {
  readonly spec?: { readonly metadata?: ObjectMeta; readonly spec?: ResourceClaimSpec };
}

/** A class of devices that claims request by name. */
export interface DeviceClass extends ApiObject {
  readonly spec?: { readonly selectors?: readonly DeviceSelector[]; readonly config?: readonly DeviceConfiguration[] };
}

export interface DeviceAttribute {
  readonly int?: number;
  readonly bool?: boolean;
  readonly string?: string;
  readonly version?: string;
}

export interface Device {
  readonly name?: string;
  readonly basic?: {
    readonly attributes?: Readonly<Record<string, DeviceAttribute>>;
    /** Values are quantities in v1alpha3 and objects with a `value` in v1beta1. */
    readonly capacity?: Readonly<Record<string, unknown>>;
  };
}

/** Some of the devices of a driver. */
export interface ResourceSlice extends ApiObject {
  readonly spec?: {
    readonly driver?: string;
    readonly pool?: { readonly name?: string; readonly generation?: number; readonly resourceSliceCount?: number };
    readonly nodeName?: string;
    readonly nodeSelector?: NodeSelector;
    readonly allNodes?: boolean;
    readonly devices?: readonly Device[];
  };
}
