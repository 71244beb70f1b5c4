/** The structures of claims, as the reference's messages print them. */

import { objectMetaShape, shape } from "../validation/pod/podTemplateShape.ts";

const configuration = shape("resource.DeviceConfiguration", ["Opaque", "*resource.OpaqueDeviceConfiguration"]);

const selector = shape("resource.DeviceSelector", ["CEL", "*resource.CELDeviceSelector", "cel"]);

const request = shape(
  "resource.DeviceRequest",
  ["Name", "text"],
  ["DeviceClassName", "text"],
  ["Selectors", { list: selector }],
  ["AllocationMode", "text"],
  ["Count", "number"],
  ["AdminAccess", "*bool"],
);

const constraint = shape(
  "resource.DeviceConstraint",
  ["Requests", "texts"],
  ["MatchAttribute", "*resource.FullyQualifiedName"],
);

const claimConfiguration = shape(
  "resource.DeviceClaimConfiguration",
  ["Requests", "texts"],
  ["DeviceConfiguration", { inline: configuration }],
);

const deviceClaim = shape(
  "resource.DeviceClaim",
  ["Requests", { list: request }],
  ["Constraints", { list: constraint }],
  ["Config", { list: claimConfiguration }],
);

/** The spec of a claim. */
export const claimSpecShape = shape("resource.ResourceClaimSpec", ["Devices", { struct: deviceClaim }]);

/** The spec of a claim template. */
export const claimTemplateSpecShape = shape(
  "resource.ResourceClaimTemplateSpec",
  ["ObjectMeta", { struct: objectMetaShape }, "metadata"],
  ["Spec", { struct: claimSpecShape }],
);

const result = shape(
  "resource.DeviceRequestAllocationResult",
  ["Request", "text"],
  ["Driver", "text"],
  ["Pool", "text"],
  ["Device", "text"],
  ["AdminAccess", "*bool"],
);

const allocatedConfiguration = shape(
  "resource.DeviceAllocationConfiguration",
  ["Source", "text"],
  ["Requests", "texts"],
  ["DeviceConfiguration", { inline: configuration }],
);

const allocatedDevices = shape(
  "resource.DeviceAllocationResult",
  ["Results", { list: result }],
  ["Config", { list: allocatedConfiguration }],
);

/** The allocation of a claim. */
export const allocationShape = shape(
  "resource.AllocationResult",
  ["Devices", { struct: allocatedDevices }],
  ["NodeSelector", "*core.NodeSelector"],
);
