import { useCallback } from "react";
import { type NavigateOptions, useLocation, useNavigate } from "react-router";

/**
 * Navigates to another view when the current view's action is done. Does nothing if the user has left the view
 * meanwhile.
 */
export function useNavigateIfCurrent(): (url: string, options?: NavigateOptions) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (url, options) => {
      if (window.location.pathname === pathname) void navigate(url, options);
    },
    [pathname, navigate],
  );
}
