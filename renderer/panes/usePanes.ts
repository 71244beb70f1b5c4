import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ViewAs } from "../../shared/viewAs.ts";
import { viewAsOf } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { panesUrl } from "./panesUrl.ts";

/**
 * Returns a function that opens a second pane beside the current page: with the same page and the user's own identity,
 * or with a given page and subject.
 */
export function useSecondPane(): (right?: { readonly path: string; readonly viewAs: ViewAs }) => void {
  const navigate = useNavigate();
  const { cluster } = useClusterScope();
  const { pathname, search, hash } = useLocation();
  return useCallback(
    (right) => {
      const here = { path: `${pathname}${search}${hash}`, viewAs: viewAsOf(cluster.id) };
      const left = right === undefined ? here : { ...here, path: right.path };
      void navigate(panesUrl({ left, right: right ?? { path: here.path, viewAs: undefined } }));
    },
    [navigate, cluster.id, pathname, search, hash],
  );
}
