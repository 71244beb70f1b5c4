import type { CertificateSigningRequest, CertificateSigningRequestCondition } from "kubernetes-types/certificates/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { each, type Steps } from "../../../../shared/steps.ts";
import { timestamp } from "../../../../shared/time.ts";
import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { copyMember, specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import {
  certificateSigningRequestErrors,
  changeErrors,
  validateCertificate,
} from "./certificateSigningRequestValidation.ts";

/**
 * Sets the requestor from the authenticated user, never from the body, because the certificate's content depends on it.
 */
function fillRequestor(context: WriteContext, object: ApiObject): void {
  const { username, uid, groups, extra } = context.user;
  const spec: Record<string, unknown> = { ...(object["spec"] as object | undefined), username };
  for (const name of ["uid", "groups", "extra"]) delete spec[name];
  if (uid !== undefined && uid !== "") spec["uid"] = uid;
  if (groups.length > 0) spec["groups"] = [...groups];
  if (!isEmptyMap(extra)) {
    spec["extra"] = Object.fromEntries(Object.entries(extra).map(([name, values]) => [name, [...values]]));
  }
  object["spec"] = spec;
}

const conditionsOf = (object: ApiObject): readonly CertificateSigningRequestCondition[] =>
  narrow<CertificateSigningRequest>(object).status?.conditions ?? [];

/**
 * Sets the times of new conditions. A condition with the same type and status as a stored one keeps its transition
 * time.
 */
function* fillTimes(context: WriteContext, object: ApiObject, old: ApiObject): Steps<void> {
  const now = timestamp(context.now());
  const idOf = ({ type, status }: CertificateSigningRequestCondition): string => `${status} ${type}`;
  const before = new Map<string, CertificateSigningRequestCondition>();
  yield* each(conditionsOf(old), (condition) => {
    if (!before.has(idOf(condition))) before.set(idOf(condition), condition);
  });
  const filled = yield* each(conditionsOf(object), (condition) => ({
    ...condition,
    lastUpdateTime: condition.lastUpdateTime ?? now,
    lastTransitionTime: condition.lastTransitionTime ?? before.get(idOf(condition))?.lastTransitionTime ?? now,
  }));
  if (filled.length > 0) object["status"] = { ...(object["status"] as object), conditions: filled };
}

const own: Strategy = {
  nameFormat: "any",
  metadataOnUpdate: "woven",
  // A request is evidence: no manager owns its spec or the decision about it.
  resetFields: [["spec"], ["status"]],
  prepareForCreate: fillRequestor,
  // The spec of a request never changes.
  prepareForUpdate: (_context, object, old) => copyMember(object, old, "spec"),
  *validating({ vocabulary }, object, old, { whole, change } = NO_METADATA_ERRORS) {
    const errors = yield* certificateSigningRequestErrors(vocabulary, object, old);
    return old === undefined ? errors : [...whole, ...errors, ...(yield* changeErrors(object, old, {})), ...change];
  },
};

/** Rules of certificate signing requests. */
export const certificateSigningRequestStrategy = specStatusStrategy(own, { tracksGeneration: false });

/**
 * Restores the stored conditions of one type. When their number has changed, it restores none, and validation refuses
 * the change.
 */
function keepDecision(
  conditions: readonly CertificateSigningRequestCondition[],
  before: readonly CertificateSigningRequestCondition[],
  type: string,
): readonly CertificateSigningRequestCondition[] {
  const stored = before.filter((condition) => condition.type === type);
  if (conditions.filter((condition) => condition.type === type).length !== stored.length) return conditions;
  let next = 0;
  return conditions.map((condition) => (condition.type === type ? (stored[next++] ?? condition) : condition));
}

/** Signers write the certificate and the remaining conditions; decisions keep their stored state. */
export const certificateSigningRequestStatusStrategy = statusStrategy(certificateSigningRequestStrategy, {
  resetFields: [["spec"], ["status", "conditions"]],
  *prepare(context, object, old) {
    const before = conditionsOf(old);
    const conditions = ["Approved", "Denied"].reduce(
      (kept, type) => keepDecision(kept, before, type),
      conditionsOf(object),
    );
    const { conditions: _, ...status } = (object["status"] ?? {}) as Record<string, unknown>;
    object["status"] = conditions.length === 0 ? status : { ...status, conditions };
    yield* fillTimes(context, object, old);
  },
  metadataOnUpdate: "woven",
  *validating({ vocabulary }, object, old, { whole, change }) {
    return [
      ...whole,
      ...(yield* certificateSigningRequestErrors(vocabulary, object, old)),
      ...(yield* validateCertificate(object)),
      ...(yield* changeErrors(object, old, { certificate: true })),
      ...change,
    ];
  },
});

/** Approvers write only decisions. */
export const certificateSigningRequestApprovalStrategy = statusStrategy(certificateSigningRequestStrategy, {
  resetFields: [["spec"], ["status", "certificate"]],
  *prepare(context, object, old) {
    const conditions = conditionsOf(object);
    const { conditions: _, ...status } = (old["status"] ?? {}) as Record<string, unknown>;
    object["status"] = conditions.length === 0 ? status : { ...status, conditions };
    yield* fillTimes(context, object, old);
  },
  metadataOnUpdate: "woven",
  *validating({ vocabulary }, object, old, { whole, change }) {
    return [
      ...whole,
      ...(yield* certificateSigningRequestErrors(vocabulary, object, old)),
      ...(yield* changeErrors(object, old, { decision: true })),
      ...change,
    ];
  },
});
