import type { MissedRequirement, NearMiss } from "../../../shared/rbac/nearMisses.ts";
import { isReservedRole } from "../../../shared/rbac/rolesAllowing.ts";
import { describeGrant, describeSubject } from "../../../shared/rbac/subjects.ts";
import type { AccessRequest } from "../../../shared/rbac/types.ts";

/**
 * The values for the placeholders of the texts about a miss and its remedy; their keys are `miss.{lacks}` and
 * `fix.{lacks}`.
 */
interface MissHoles extends Readonly<Record<string, string>> {}

const listed = (items: readonly string[] | undefined): string => (items ?? []).join(", ");
const named = (group: string, core: string): string => (group === "" ? core : group);

/** Misses that can be fixed without changing the role. */
const MENDED_ELSEWHERE: readonly MissedRequirement[] = ["namespace", "role", "subject"];

/**
 * Whether the only remedy for a miss is to change a role reserved for the system, which the console must not suggest.
 */
export const wouldChangeReserved = ({ lacks, role }: NearMiss): boolean =>
  role !== undefined && isReservedRole(role) && !MENDED_ELSEWHERE.includes(lacks);

/**
 * The values for a near miss.
 *
 * @param words how the language says "in the whole cluster", "in {namespace}", "any object" and the core group
 */
export function missPlaceholders(
  miss: NearMiss,
  request: AccessRequest,
  words: { scope(namespace: string): string; anyName: string; core: string; slip(slip: string): string },
): MissHoles {
  const { binding, rule } = miss;
  const resource = request.resourceRequest ? request : undefined;
  const subresource = resource === undefined || resource.subresource === "" ? "" : `/${resource.subresource}`;
  return {
    role: `${binding.roleRef.kind} ${binding.roleRef.name}`,
    binding: describeGrant(binding, miss.subject).split(" of ")[0] ?? "",
    subject: describeSubject(miss.subject, binding.namespace),
    slip: miss.slip === undefined ? "" : words.slip(miss.slip),
    granted: listed(rule?.verbs),
    verb: request.verb,
    resources: listed(rule?.resources),
    asked:
      miss.lacks === "namespace" ? words.scope(resource?.namespace ?? "") : `${resource?.resource ?? ""}${subresource}`,
    where: words.scope(binding.namespace),
    names: listed(rule?.resourceNames),
    name: resource?.name || words.anyName,
    groups: (rule?.apiGroups ?? []).map((group) => named(group, words.core)).join(", "),
    group: named(resource?.group ?? "", words.core),
    paths: listed(rule?.nonResourceURLs),
    path: request.resourceRequest ? "" : request.path,
  };
}
