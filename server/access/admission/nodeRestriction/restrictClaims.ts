import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { refusal } from "../requests.ts";
import type { Restriction } from "./restriction.ts";

const REPORTED = ["capacity", "conditions"];
/** What a node reports about an expansion that may be retried. */
const RECOVERY = ["allocatedResourceStatuses", "allocatedResources"];

/**
 * A node may only report the progress of a claim's expansion.
 * @param recovery gate `RecoverVolumeExpansionFailure`
 */
export function restrictClaims(recovery: boolean): Restriction {
  const reported = new Set([...REPORTED, ...(recovery ? RECOVERY : [])]);
  return (node, request) => {
    const { operation, object, oldObject, subresource } = request;
    if (subresource !== "status") throw refusal(request, "may only update PVC status");
    if (operation !== "UPDATE") throw refusal(request, `unexpected operation ${quoted(operation)}`);
    const [after, before] = [rest(object, reported), rest(oldObject, reported)];
    const changed = Object.keys({ ...before, ...after }).filter((key) => !deepEqual(before[key], after[key]));
    if (changed.length === 0) return;
    const allowed = "status.quantity and status.conditions";
    const message = `node ${quoted(node)} is not allowed to update fields other than ${allowed}`;
    throw refusal(request, `${message}: ${changed.sort().join(", ")}`);
  };
}

/** The part of a claim that must not change; empty lists and maps count as absent. */
function rest(claim: ApiObject | undefined, reported: ReadonlySet<string>): Record<string, unknown> {
  const { metadata, status, ...others } = (claim ?? { metadata: {} }) as ApiObject & { status?: object };
  const { resourceVersion: _version, managedFields: _managers, ...meta } = metadata;
  const parts = {
    ...flat("metadata", meta),
    ...flat("status", Object.fromEntries(Object.entries(status ?? {}).filter(([name]) => !reported.has(name)))),
    ...flat("spec", (others["spec"] ?? {}) as object),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => !isEmpty(value)));
}

const flat = (prefix: string, members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix}.${name}`, value]));

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : typeof value === "object" && isEmptyMap(value));
