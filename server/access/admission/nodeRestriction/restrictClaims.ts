import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { sameParts } from "../../../model/schema/semanticEquality.ts";
import { refusal } from "../requests.ts";
import type { Restriction } from "./restriction.ts";

const REPORTED = ["capacity", "conditions"];
/** What a node reports about an expansion that may be retried. */
const RECOVERY = ["allocatedResourceStatuses", "allocatedResources"];
const CLAIM = "api.core.v1.PersistentVolumeClaim";

type Members = Readonly<Record<string, unknown>>;

/**
 * A node may only report the progress of a claim's expansion.
 * @param recovery gate `RecoverVolumeExpansionFailure`
 */
export function restrictClaims(recovery: boolean): Restriction {
  const reported = new Set([...REPORTED, ...(recovery ? RECOVERY : [])]);
  return async (node, request) => {
    const { operation, object, oldObject, subresource } = request;
    if (subresource !== "status") throw refusal(request, "may only update PVC status");
    if (operation !== "UPDATE") throw refusal(request, `unexpected operation ${quoted(operation)}`);
    const changed = await inTurns(changedFields(fixedPart(object, reported), fixedPart(oldObject, reported)));
    if (changed.length === 0) return;
    const allowed = "status.quantity and status.conditions";
    const message = `node ${quoted(node)} is not allowed to update fields other than ${allowed}`;
    throw refusal(request, `${message}: ${changed.join(", ")}`);
  };
}

/** The parts of a claim that must not change. */
function fixedPart(claim: ApiObject | undefined, reported: ReadonlySet<string>): Readonly<Record<string, Members>> {
  const { metadata, spec = {}, status = {} } = (claim ?? { metadata: {} }) as ApiObject & Record<string, Members>;
  const { resourceVersion: _version, managedFields: _managers, ...meta } = metadata;
  const fixed = Object.fromEntries(Object.entries(status).filter(([name]) => !reported.has(name)));
  return { metadata: meta, spec, status: fixed };
}

/** The paths of fields that differ in their meaning, sorted: `1Gi` means the same as `1024Mi`, and empty as absent. */
function* changedFields(after: Readonly<Record<string, Members>>, before: typeof after): Steps<string[]> {
  const changed: string[] = [];
  for (const part of ["metadata", "spec", "status"]) {
    for (const name of Object.keys({ ...before[part], ...after[part] })) {
      const [now, then] = [after[part]?.[name], before[part]?.[name]];
      if (isEmpty(now) && isEmpty(then)) continue;
      const isSame = yield* sameParts(CLAIM, { [part]: { [name]: now } }, { [part]: { [name]: then } });
      if (!isSame) changed.push(`${part}.${name}`);
    }
  }
  return changed.sort();
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : typeof value === "object" && isEmptyMap(value));
