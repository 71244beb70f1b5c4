import { isOn } from "../../api/registry/features.ts";
import type { ControllerEntry } from "./controllerEntry.ts";
import { mirroringController } from "./endpointSliceMirroring/mirroring.ts";
import { endpointSliceController } from "./endpointSlices/endpointSlices.ts";
import { endpointsController } from "./endpoints/endpoints.ts";
import { loadBalancerController } from "./loadBalancers/loadBalancers.ts";
import { serviceCidrController } from "./serviceCidrs/serviceCidrs.ts";

/** Controllers that publish the endpoints of services, inside and outside of the cluster. */
export const NETWORK_CONTROLLERS: readonly ControllerEntry[] = [
  {
    name: "endpoints-controller",
    account: "endpoint-controller",
    component: "endpoint-controller",
    start: endpointsController,
  },
  {
    name: "endpointslice-controller",
    account: "endpointslice-controller",
    component: "endpoint-slice-controller",
    start: (parts, { maxEndpointsPerSlice = 100 }) => endpointSliceController(parts, maxEndpointsPerSlice),
  },
  {
    name: "endpointslice-mirroring-controller",
    account: "endpointslicemirroring-controller",
    component: "endpoint-slice-mirroring-controller",
    start: (parts, { mirroringMaxEndpointsPerSubset = 1000 }) =>
      mirroringController(parts, mirroringMaxEndpointsPerSubset),
  },
  {
    name: "service-lb-controller",
    account: "service-controller",
    component: "service-controller",
    start: (parts, { simulatesBalancers = false }) => (simulatesBalancers ? loadBalancerController(parts) : undefined),
  },
  {
    name: "service-cidr-controller",
    account: "service-cidrs-controller",
    start: (parts) => (isOn(parts.features, "MultiCIDRServiceAllocator") ? serviceCidrController(parts) : undefined),
  },
];
