import type { ApiObject } from "../../../../shared/object.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow, withoutNulls } from "../../registry/strategies/narrow.ts";
import { fieldText } from "../core/selectable.ts";
import { deviceClassStrategy } from "./deviceClassStrategy.ts";
import {
  resourceClaimStatusStrategy,
  resourceClaimStrategy,
  resourceClaimTemplateStrategy,
} from "./resourceClaimStrategy.ts";
import { resourceSliceStrategy } from "./resourceSliceStrategy.ts";
import type { ResourceClaim } from "./types.ts";

const group = "resource.{domain}";
const version = "v1beta1";

/** `resource.{domain}/v1beta1` deviceclasses. */
export const deviceClasses = defineResource({
  group,
  version,
  kind: "DeviceClass",
  plural: "deviceclasses",
  singular: "deviceclass",
  scope: "Cluster",
  definition: "api.resource.v1beta1.DeviceClass",
  strategy: deviceClassStrategy,
  columns: nameAndAge(),
  introduced: "1.32",
});

function stateOf(object: ApiObject): string {
  const { allocation, reservedFor } = withoutNulls(narrow<ResourceClaim>(object).status);
  const deleted = object.metadata.deletionTimestamp !== undefined;
  const states = deleted ? ["deleted"] : [];
  if (allocation !== undefined) states.push("allocated", ...((reservedFor ?? []).length > 0 ? ["reserved"] : []));
  else if (!deleted) states.push("pending");
  return states.join(",");
}

/** `resource.{domain}/v1beta1` resourceclaims. */
export const resourceClaims = defineResource({
  group,
  version,
  kind: "ResourceClaim",
  plural: "resourceclaims",
  singular: "resourceclaim",
  scope: "Namespaced",
  definition: "api.resource.v1beta1.ResourceClaim",
  strategy: resourceClaimStrategy,
  columns: nameAndAge(textColumn("State", "What became of the claim", stateOf)),
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: resourceClaimStatusStrategy }],
  introduced: "1.32",
});

/** `resource.{domain}/v1beta1` resourceclaimtemplates. */
export const resourceClaimTemplates = defineResource({
  group,
  version,
  kind: "ResourceClaimTemplate",
  plural: "resourceclaimtemplates",
  singular: "resourceclaimtemplate",
  scope: "Namespaced",
  definition: "api.resource.v1beta1.ResourceClaimTemplate",
  strategy: resourceClaimTemplateStrategy,
  columns: nameAndAge(),
  introduced: "1.32",
});

const nodeName = fieldText("spec", "nodeName");
const driver = fieldText("spec", "driver");

/** `resource.{domain}/v1beta1` resourceslices. */
export const resourceSlices = defineResource({
  group,
  version,
  kind: "ResourceSlice",
  plural: "resourceslices",
  singular: "resourceslice",
  scope: "Cluster",
  definition: "api.resource.v1beta1.ResourceSlice",
  strategy: resourceSliceStrategy,
  columns: nameAndAge(
    textColumn("Node", "Node that has the devices", nodeName),
    textColumn("Driver", "Driver of the devices", driver),
    textColumn("Pool", "Pool that the devices belong to", fieldText("spec", "pool", "name")),
  ),
  selectableFields: { "spec.nodeName": nodeName, "spec.driver": driver },
  unselectable: (field, kind) => `field label not supported for ${kind}: ${field}`,
  introduced: "1.32",
});
