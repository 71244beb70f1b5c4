import { useCallback } from "react";
import { type NavigateOptions, useLocation, useNavigate } from "react-router";

/**
 * Goes on to another view once what was asked for here is done. Who has left meanwhile stays where they went: an answer
 * that comes late takes nobody away.
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
