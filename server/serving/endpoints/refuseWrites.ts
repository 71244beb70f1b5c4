import { type ApiError, forbidden } from "../../../shared/status.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import type { Target } from "./target.ts";

const WRITES: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/** Why a server changes nothing. */
export const READ_ONLY = "this server is read-only (--read-only): it changes nothing in its store";

/**
 * Refuses what would change an object, before anybody else hears of it. The object may be changed by other servers, and the
 * caller might be allowed to there: 403 is what clients do not try again. Actions that store nothing (reviews, tokens) go on.
 *
 * @throws ApiError 403
 */
export function refuseWrites({ info }: RequestContext, target: Target): void {
  const { resource, subresource, name } = target;
  const action = subresource === undefined ? resource.definition.action : subresource.action;
  if (WRITES.has(info.verb) && action === undefined) throw forbidden(resource, name, READ_ONLY);
}

/** The answer to what finds out only at the end that it would store something. */
export const refusedCommit = (): ApiError => forbidden({ group: "", resource: "" }, "", READ_ONLY);
