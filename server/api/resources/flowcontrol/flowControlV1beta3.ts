import type { PriorityLevelConfiguration } from "kubernetes-types/flowcontrol/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { otherVersion } from "../strategies/otherVersion.ts";
import { flowSchemas } from "./flowSchemas.ts";
import { priorityLevelConfigurations } from "./priorityLevelConfigurations.ts";

const V1BETA3 = "v1beta3";

/** `flowcontrol.apiserver.{domain}/v1beta3` flowschemas: an older version of the v1 resource. */
export const flowSchemasV1beta3 = otherVersion(flowSchemas, {
  version: V1BETA3,
  definition: "api.flowcontrol.v1beta3.FlowSchema",
});

/**
 * `flowcontrol.apiserver.{domain}/v1beta3` prioritylevelconfigurations, which cannot distinguish a share of 0 from
 * none.
 */
export const priorityLevelConfigurationsV1beta3 = otherVersion(priorityLevelConfigurations, {
  version: V1BETA3,
  definition: "api.flowcontrol.v1beta3.PriorityLevelConfiguration",
  conversion: { toStorage: toV1, fromStorage: fromV1 },
});

/** Suffix of the annotation by which a v1beta3 object states that its share is 0. */
const KEEPS_ZERO = "/v1beta3-preserve-zero-concurrency-shares";

/** Removes the annotation, because v1 can express a share of 0. */
export function toV1(object: ApiObject): ApiObject {
  const { annotations } = object.metadata;
  const key = Object.keys(annotations ?? {}).find((name) => name === keyOf(object));
  if (annotations === undefined || key === undefined) return object;
  const { [key]: _, ...kept } = annotations;
  const { annotations: __, ...metadata } = object.metadata;
  return { ...object, metadata: isEmptyMap(kept) ? metadata : { ...metadata, annotations: kept } };
}

/** Adds the annotation to an object with a share of 0, so that the 0 survives a client's read and write. */
export function fromV1(object: ApiObject): ApiObject {
  if (narrow<PriorityLevelConfiguration>(object).spec?.limited?.nominalConcurrencyShares !== 0) return object;
  const annotations = { ...object.metadata.annotations };
  annotations[keyOf(object)] ??= "";
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** The annotation's key: `flowcontrol.k8s.io/…` in the group `flowcontrol.apiserver.k8s.io`. */
const keyOf = ({ apiVersion = "" }: ApiObject): string =>
  `${apiVersion.slice(0, apiVersion.indexOf("/")).replace(".apiserver.", ".")}${KEEPS_ZERO}`;
