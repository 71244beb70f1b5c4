import { createContext, useContext, useMemo } from "react";
import { bindingFromObject } from "../../../shared/rbac/decode.ts";
import { policyOf } from "../../../shared/rbac/policy.ts";
import { useNamespaces } from "../../api/queries.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { useOfferedNamespaces } from "../../app/topBar/offeredNamespaces.ts";
import { useWhoami } from "../questions/review.ts";
import type { AccessState } from "./accessState.ts";
import { roleEntryFrom } from "./roleEntry.ts";
import { useListing } from "./useListing.ts";

export const AccessContext = createContext<AccessState | undefined>(undefined);

/** The roles and bindings, read once for all views of the area. @throws Error outside of the area */
export function useAccess(): AccessState {
  const state = useContext(AccessContext);
  if (state === undefined) throw new Error("no access area around this view");
  return state;
}

/** Reads and watches the state that {@link useAccess} returns. */
export function useAccessState(): AccessState {
  const { cluster, vocabulary, namespace } = useClusterScope();
  const whoami = useWhoami(cluster.id, vocabulary);
  const namespaces = useNamespaces(cluster.id);
  const offered = useOfferedNamespaces(cluster);
  const spaces = useMemo(() => {
    const known = namespaces.data ?? offered;
    return [...new Set(namespace === "" ? known : [...known, namespace])].sort();
  }, [namespaces.data, offered, namespace]);
  const listed = (resource: string, namespaced: boolean) => ({
    group: vocabulary.rbacGroup,
    version: "v1",
    resource,
    namespaced,
  });
  const clusterRoles = useListing(cluster.id, listed("clusterroles", false), [], roleEntryFrom);
  const roles = useListing(cluster.id, listed("roles", true), spaces, roleEntryFrom);
  const clusterBindings = useListing(cluster.id, listed("clusterrolebindings", false), [], bindingFromObject);
  const bindings = useListing(cluster.id, listed("rolebindings", true), spaces, bindingFromObject);

  const queries = [clusterRoles, roles, clusterBindings, bindings];
  const loading = whoami.isPending || queries.some((query) => query.isPending);
  const error = queries.find((query) => query.error !== null && query.data === undefined)?.error ?? undefined;
  const user = whoami.data;
  return useMemo(() => {
    const allRoles = [...(clusterRoles.data?.items ?? []), ...(roles.data?.items ?? [])];
    const allBindings = [...(clusterBindings.data?.items ?? []), ...(bindings.data?.items ?? [])];
    const gaps = [clusterRoles.data, roles.data, clusterBindings.data, bindings.data].flatMap((data) =>
      data?.gap === undefined ? [] : [data.gap],
    );
    return {
      roles: allRoles,
      bindings: allBindings,
      policy: policyOf({ roles: allRoles, bindings: allBindings }),
      me: user?.username === undefined ? undefined : { username: user.username, groups: user.groups ?? [] },
      loading,
      gaps,
      error,
    };
  }, [clusterRoles.data, roles.data, clusterBindings.data, bindings.data, user, loading, error]);
}
