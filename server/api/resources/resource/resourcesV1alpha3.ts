import type { ResourceDefinition } from "../../registry/definition.ts";
import { otherVersion } from "../strategies/otherVersion.ts";
import { sliceFromV1beta1, sliceToV1beta1 } from "./conversion.ts";
import { deviceClasses, resourceClaims, resourceClaimTemplates, resourceSlices } from "./resources.ts";

const version = "v1alpha3";
const older = ({ kind }: ResourceDefinition) => ({
  version,
  introduced: "1.31",
  definition: `api.resource.v1alpha3.${kind}`,
});

/** All kinds of `resource.{domain}/v1alpha3`: older versions of the v1beta1 resources, stored as v1beta1. */
export const resourcesV1alpha3: readonly ResourceDefinition[] = [
  otherVersion(deviceClasses, older(deviceClasses)),
  otherVersion(resourceClaims, older(resourceClaims)),
  otherVersion(resourceClaimTemplates, older(resourceClaimTemplates)),
  otherVersion(resourceSlices, {
    ...older(resourceSlices),
    conversion: { toStorage: sliceToV1beta1, fromStorage: sliceFromV1beta1 },
  }),
];
