import { useCallback } from "react";
import { type NavigateOptions, useLocation, useNavigate } from "react-router";

/**
 * Navigates to another view once the action of this view is done. If the user has left the view meanwhile, a late
 * answer does not navigate.
 */
export function useGoOn(): (url: string, options?: NavigateOptions) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (url, options) => {
      if (window.location.pathname === pathname) void navigate(url, options);
    },
    [pathname, navigate],
  );
}
