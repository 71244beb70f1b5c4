import { type ApiObject, parseApiVersion } from "../../../../shared/object.ts";
import { badRequest, conflict, notFound } from "../../../../shared/status.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { checkStorableName } from "../../../api/registry/write/storableName.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { ObjectRef, PrivateClaims } from "./serviceAccountClaims.ts";

/** `spec.boundObjectRef` of a TokenRequest. */
export interface BoundObjectRef {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
}

export type BoundClaims = Pick<PrivateClaims, "pod" | "secret" | "node">;

const refOf = (object: ApiObject): ObjectRef => ({ name: object.metadata.name ?? "", uid: object.metadata.uid });

/** The account that the token is for. */
export interface TokenAccount {
  readonly namespace: string;
  readonly name: string;
  /** Whether tokens may be bound to nodes. */
  readonly bindToNodes: boolean;
}

/**
 * Finds the object that a token should be bound to, and checks its uid. A pod must run under the account; the node of a
 * scheduled pod is included.
 * @throws ApiError 400 for other kinds and without a name, 404 when it does not exist, 409 when its uid differs
 */
export function resolveBoundObject(
  reader: ObjectReader,
  ref: BoundObjectRef,
  { namespace, name: accountName, bindToNodes }: TokenAccount,
): BoundClaims {
  const { group, version } = typeVersion(ref.apiVersion ?? "");
  const kind = ref.kind ?? "";
  const find = (resource: string, scope: string): ApiObject => {
    if (!ref.name) throw badRequest("Name parameter required.");
    checkStorableName(ref.name);
    const object = reader.get({ group: "", resource }, scope, ref.name);
    if (object === undefined) throw notFound({ group: "", resource }, ref.name);
    return object;
  };
  let object: ApiObject;
  let claims: BoundClaims;
  if (group === "" && kind === "Pod") {
    object = find("pods", namespace);
    claims = podClaims(reader, object, accountName);
  } else if (group === "" && kind === "Secret") {
    object = find("secrets", namespace);
    claims = { secret: refOf(object) };
  } else if (group === "" && kind === "Node") {
    if (!bindToNodes) {
      throw badRequest(
        'cannot bind token to a Node object as the "ServiceAccountTokenNodeBinding" feature-gate is disabled',
      );
    }
    object = find("nodes", "");
    claims = { node: refOf(object) };
  } else {
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  }
  if (ref.uid && ref.uid !== object.metadata.uid) {
    const message =
      `the UID in the bound object reference (${ref.uid}) does not match the UID in record. ` +
      "The object might have been deleted and then recreated";
    throw conflict({ group, resource: kind }, ref.name ?? "", message);
  }
  return claims;
}

/** An invalid apiVersion counts as empty, as in the reference. */
const typeVersion = (apiVersion: string): { readonly group: string; readonly version: string } =>
  apiVersion.split("/").length > 2 ? { group: "", version: "" } : parseApiVersion(apiVersion);

function podClaims(reader: ObjectReader, pod: ApiObject, accountName: string): BoundClaims {
  const spec = (pod["spec"] ?? {}) as { serviceAccountName?: string; nodeName?: string };
  if (spec.serviceAccountName !== accountName) {
    throw badRequest(
      `cannot bind token for serviceaccount ${quoted(accountName)} to pod running with different serviceaccount name.`,
    );
  }
  if (!spec.nodeName) return { pod: refOf(pod) };
  const node = reader.get({ group: "", resource: "nodes" }, "", spec.nodeName);
  return { pod: refOf(pod), node: node === undefined ? { name: spec.nodeName } : refOf(node) };
}
