import { stringify } from "yaml";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import type { ApiRequest } from "../../api/requests/request.ts";
import { type RbacRef, refText } from "./drafts.ts";
import { type DraftObject, RBAC_KINDS, type RbacKind } from "./parseDrafts.ts";

/** One request of the planned changes. */
interface Planned {
  /** `apply RoleBinding n/x`. */
  readonly title: string;
  readonly ref: RbacRef;
  readonly request: ApiRequest & { readonly method: "PATCH" | "DELETE" };
}

/** Roles come before the bindings that name them; bindings are removed before their roles. */
const APPLY_ORDER: readonly RbacKind[] = ["ClusterRole", "Role", "ClusterRoleBinding", "RoleBinding"];

export const rbacPath = (ref: RbacRef, rbacGroup: string): string =>
  resourcePath({
    group: rbacGroup,
    version: "v1",
    resource: RBAC_KINDS[ref.kind],
    namespace: ref.namespace,
    name: ref.name,
  });

/** The requests that make the changes, in the order in which they must be sent. */
export function plannedRequests(
  drafts: readonly DraftObject[],
  removals: readonly RbacRef[],
  rbacGroup: string,
  manager: string,
  force = false,
): Planned[] {
  const rank = ({ kind }: RbacRef): number => APPLY_ORDER.indexOf(kind);
  const removes = [...removals].sort((a, b) => rank(b) - rank(a));
  const applies = [...drafts].sort((a, b) => rank(a) - rank(b));
  return [
    ...applies.map((draft): Planned => {
      const { kind, namespace, name } = draft;
      const query = { fieldManager: manager, fieldValidation: "Strict", force: force ? true : undefined };
      return {
        title: refText(draft),
        ref: { kind, namespace, name },
        request: {
          method: "PATCH",
          path: withQuery(rbacPath(draft, rbacGroup), query),
          contentType: "application/apply-patch+yaml",
          body: stringify(draft.object, { lineWidth: 0 }),
        },
      };
    }),
    ...removes.map(
      (ref): Planned => ({
        title: refText(ref),
        ref,
        request: { method: "DELETE", path: rbacPath(ref, rbacGroup) },
      }),
    ),
  ];
}
