import { useLocation, useNavigate } from "react-router";

/**
 * Goes on to another view once what was asked for here is done. Who has left meanwhile stays where they went: an answer
 * that comes late takes nobody away.
 */
export function useGoOn(): (url: string) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (url) => {
    if (window.location.pathname === pathname) void navigate(url);
  };
}
