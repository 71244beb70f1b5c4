import { type ApiError, forbidden } from "../../../shared/status.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import type { Target } from "./target.ts";

const WRITES: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** The error message of a server that changes nothing. */
export const READ_ONLY = "this server is read-only (--read-only): it changes nothing in its store";

/**
 * Refuses requests that would change an object, before any other code handles them. The status is 403, which clients do
 * not retry: other servers may change the object, and the caller might be allowed to change it there. Actions that
 * store nothing (reviews, tokens) are allowed.
 *
 * @throws ApiError 403
 */
export function refuseWrites({ info }: RequestContext, target: Target): void {
  const { resource, subresource, name } = target;
  const action = subresource === undefined ? resource.definition.action : subresource.action;
  if (WRITES.has(info.verb) && action === undefined) throw forbidden(resource, name, READ_ONLY);
}

/** The error for a request that only at its commit turns out to store something. */
export const refusedCommit = (): ApiError => forbidden({ group: "", resource: "" }, "", READ_ONLY);
