import { bindingFromObject } from "../../../shared/rbac/decode.ts";
import type { BindingShape } from "../../../shared/rbac/types.ts";
import { aggregateRoles, type RoleEntry, roleEntryFrom } from "../model/roleEntry.ts";
import { isSameRef, type RbacRef } from "./drafts.ts";
import type { DraftObject } from "./parseDrafts.ts";

/** Roles and bindings, before or after. */
export interface RbacState {
  readonly roles: readonly RoleEntry[];
  readonly bindings: readonly BindingShape[];
}

export interface AppliedDraft {
  readonly before: RbacState;
  readonly after: RbacState;
  /**
   * Bindings whose `roleRef` a draft would change. No server allows that: the user must delete and recreate the
   * binding.
   */
  readonly fixedRoles: readonly RbacRef[];
}

const roleRefOf = (role: RoleEntry): RbacRef => ({ ...role, kind: role.namespace === "" ? "ClusterRole" : "Role" });
const bindingRefOf = (binding: BindingShape): RbacRef => ({
  ...binding,
  kind: binding.namespace === "" ? "ClusterRoleBinding" : "RoleBinding",
});

/**
 * The state after the drafts are applied and the removals done. Like server-side apply, keeps fields that a draft does
 * not name, and replaces lists (rules, subjects) as a whole.
 *
 * @param aggregates whether all cluster roles are known, so that aggregation can be recomputed
 */
export function applyDraft(
  now: RbacState,
  drafts: readonly DraftObject[],
  removals: readonly RbacRef[],
  aggregates: boolean,
): AppliedDraft {
  const isKept = (ref: RbacRef): boolean => !removals.some((removed) => isSameRef(removed, ref));
  let roles = now.roles.filter((role) => isKept(roleRefOf(role)));
  let bindings = now.bindings.filter((binding) => isKept(bindingRefOf(binding)));
  const fixedRoles: RbacRef[] = [];
  for (const draft of drafts) {
    if (draft.kind === "Role" || draft.kind === "ClusterRole") {
      const old = roles.find((role) => isSameRef(roleRefOf(role), draft));
      roles = [...roles.filter((role) => role !== old), mergeRole(old, draft)];
    } else {
      const old = bindings.find((binding) => isSameRef(bindingRefOf(binding), draft));
      const made = mergeBinding(old, draft);
      if (old !== undefined && !isSameRole(old, made)) fixedRoles.push(bindingRefOf(old));
      bindings = [...bindings.filter((binding) => binding !== old), made];
    }
  }
  const gather = (entries: readonly RoleEntry[]): readonly RoleEntry[] =>
    aggregates ? aggregateRoles(entries) : entries;
  return {
    before: { roles: gather(now.roles), bindings: now.bindings },
    after: { roles: gather(roles), bindings },
    fixedRoles,
  };
}

function mergeRole(old: RoleEntry | undefined, { object, namespace }: DraftObject): RoleEntry {
  const made = { ...roleEntryFrom(object), namespace };
  if (old === undefined) return made;
  const selectors = made.selectors ?? old.selectors;
  return {
    ...made,
    rules: object["rules"] === undefined ? old.rules : made.rules,
    labels: { ...old.labels, ...made.labels },
    ...(selectors === undefined ? {} : { selectors }),
  };
}

function mergeBinding(old: BindingShape | undefined, { object, namespace }: DraftObject): BindingShape {
  const made = { ...bindingFromObject(object), namespace };
  if (old === undefined) return made;
  return {
    ...made,
    roleRef: object["roleRef"] === undefined ? old.roleRef : made.roleRef,
    subjects: object["subjects"] === undefined ? old.subjects : made.subjects,
  };
}

const isSameRole = (a: BindingShape, b: BindingShape): boolean =>
  a.roleRef.kind === b.roleRef.kind && a.roleRef.name === b.roleRef.name;
