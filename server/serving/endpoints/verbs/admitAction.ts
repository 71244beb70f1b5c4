import type { ApiObject, GroupVersionKind } from "../../../../shared/object.ts";
import { admissionOptions } from "../../../api/registry/admission/admissionOptions.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { WriteContext } from "../../../api/registry/strategy.ts";
import type { Target } from "../target.ts";

/** A request that stores no object itself: its target, and the parts that admission sees. */
export interface AdmittedAction {
  readonly target: Target;
  readonly context: WriteContext;
  /** Kind of the body, with a rendered group. */
  readonly kind: GroupVersionKind;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * Runs admission for the body of an action, which is a creation (of a review, a token, a binding, an eviction) or a
 * connection. The body is changed in place.
 * @throws ApiError
 */
export async function admitAction(
  { admission, vocabulary }: Pick<Services, "admission" | "vocabulary">,
  { target, context, kind, options }: AdmittedAction,
  body: ApiObject,
  operation: "CREATE" | "CONNECT" = "CREATE",
): Promise<void> {
  const { resource, subresource, namespace, name } = target;
  const { annotate } = context;
  const request: AdmissionRequest = {
    operation,
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    subresource: subresource?.name ?? "",
    namespace,
    name: name || (body.metadata as ApiObject["metadata"] | undefined)?.name || "",
    object: body,
    oldObject: undefined,
    options: admissionOptions(operation, options, vocabulary),
    user: context.user,
    dryRun: context.dryRun,
    warn: context.warn,
    ...(annotate === undefined ? {} : { annotate }),
  };
  await admission.admit(request);
  await admission.validate(request);
}
