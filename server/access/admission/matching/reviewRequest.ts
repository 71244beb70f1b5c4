import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { Equivalents, Shape } from "./equivalents.ts";
import { shapeOf } from "./matchRequest.ts";

/** The objects of a request in the shape for a webhook or policy. */
export interface ReviewedObjects {
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
}

/** Converts the request's objects to another shape. @throws ApiError 500 */
export async function objectsIn(
  shape: Shape,
  request: AdmissionRequest,
  equivalents: Equivalents,
): Promise<ReviewedObjects> {
  const from = shapeOf(request);
  const convert = async (object: ApiObject | undefined): Promise<ApiObject | undefined> =>
    object === undefined ? undefined : equivalents.convert(object, from, shape, request.inFlight);
  return { object: await convert(request.object), oldObject: await convert(request.oldObject) };
}

/** The `request` of an AdmissionReview, both versions. */
export function reviewRequest(
  uid: string,
  shape: Shape,
  request: AdmissionRequest,
  { object, oldObject }: ReviewedObjects,
): Record<string, unknown> {
  const { user } = request;
  return {
    uid,
    kind: pick(shape.kind),
    resource: pickResource(shape.resource),
    ...(shape.subresource === "" ? {} : { subResource: shape.subresource }),
    requestKind: pick(request.kind),
    requestResource: pickResource(request.resource),
    ...(request.subresource === "" ? {} : { requestSubResource: request.subresource }),
    ...(request.name === "" ? {} : { name: request.name }),
    ...(request.namespace === "" ? {} : { namespace: request.namespace }),
    operation: request.operation,
    userInfo: {
      username: user.username,
      ...(user.uid === undefined || user.uid === "" ? {} : { uid: user.uid }),
      ...(user.groups.length === 0 ? {} : { groups: user.groups }),
      ...(isEmptyMap(user.extra) ? {} : { extra: user.extra }),
    },
    object: object ?? null,
    oldObject: oldObject ?? null,
    dryRun: request.dryRun,
    options: isEmptyMap(request.options) ? null : request.options,
  };
}

const pick = ({ group, version, kind }: Shape["kind"]) => ({ group, version, kind });
const pickResource = ({ group, version, resource }: Shape["resource"]) => ({ group, version, resource });
