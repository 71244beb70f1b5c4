import { isDeepStrictEqual } from "node:util";
import { type ApiObject, type OwnerReference, parseApiVersion } from "../../../../shared/object.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { type Kinds, kindsOf } from "../../../api/client/kinds.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";

const referencesOf = (object: ApiObject | undefined): readonly OwnerReference[] =>
  object?.metadata.ownerReferences ?? [];

/**
 * A user who changes the owners of an object must be allowed to delete it, because the change may lead to its deletion.
 * A user who blocks the deletion of an owner must be allowed to set finalizers on it. Off by default.
 */
export function ownerReferencesPermissionEnforcement({
  authorizer,
  served,
}: Pick<AdmissionDependencies, "authorizer" | "served">): AdmissionPlugin {
  /** @throws ApiError 403 */
  const require = async (
    request: AdmissionRequest,
    attributes: {
      verb: string;
      group: string;
      version: string;
      resource: string;
      subresource: string;
      namespace: string;
      name: string;
    },
    message: string,
  ): Promise<void> => {
    const { decision, reason } = await authorizer.authorize(request.user, { resourceRequest: true, ...attributes });
    if (decision !== "allow") throw refusal(request, `${message}: ${reason}, <nil>`);
  };

  const requireOwner = async (request: AdmissionRequest, reference: OwnerReference, kinds: Kinds): Promise<void> => {
    const { apiVersion, kind, name } = reference;
    const mapping = kinds.find(apiVersion, kind);
    if (mapping === undefined) {
      const message = `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}`;
      throw refusal(request, `${message}: ${unknownKind(apiVersion, kind)}`);
    }
    await require(request, {
      verb: "update",
      ...parseApiVersion(apiVersion),
      resource: mapping.resource,
      subresource: "finalizers",
      // An owner is in the namespace of its dependents, or cluster-scoped.
      namespace: mapping.namespaced ? request.namespace : "",
      name,
    }, "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on");
  };

  return {
    name: "OwnerReferencesPermissionEnforcement",
    // A pod status update cannot change owners, and old node agents send wrong ones.
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") && !isAbout(request, "pods", "", "status"),
    async validate(request) {
      const { object, oldObject, resource, subresource, namespace, name } = request;
      if (isDeepStrictEqual(referencesOf(object), referencesOf(oldObject))) return;
      // The creator of an object may set its owners without being allowed to delete it.
      if (request.operation === "UPDATE") {
        const message = "cannot set an ownerRef on a resource you can't delete";
        await require(request, { verb: "delete", ...resource, subresource, namespace, name }, message);
      }
      const blocking = newlyBlocking(referencesOf(object), referencesOf(oldObject));
      if (blocking.length === 0 || (await maySetAllFinalizers(authorizer, request.user))) return;
      const kinds = kindsOf(served());
      for (const reference of blocking) await requireOwner(request, reference, kinds);
    },
  };
}

/** Whether the user may set finalizers on all resources, which includes unknown kinds. */
async function maySetAllFinalizers(authorizer: Authorizer, user: Identity): Promise<boolean> {
  const all = { group: "*", version: "*", resource: "*", subresource: "finalizers", namespace: "", name: "*" };
  const { decision } = await authorizer.authorize(user, { resourceRequest: true, verb: "update", ...all });
  return decision === "allow";
}

/** References that now block the deletion of their owner, and did not before. */
function newlyBlocking(references: readonly OwnerReference[], before: readonly OwnerReference[]): OwnerReference[] {
  const blocks = ({ blockOwnerDeletion }: OwnerReference): boolean => blockOwnerDeletion === true;
  const blocked = new Set(before.filter(blocks).map(({ uid }) => uid));
  return references.filter((reference) => blocks(reference) && !blocked.has(reference.uid));
}

function unknownKind(apiVersion: string, kind: string): string {
  if (apiVersion.split("/").length > 2) return `unexpected GroupVersion string: ${apiVersion}`;
  return `no matches for kind ${quoted(kind)} in version ${quoted(apiVersion)}`;
}
