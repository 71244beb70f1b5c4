import { useCallback } from "react";
import { useNavigate } from "react-router";

/** A function that returns to the previous view, or to the overview of all clusters if there is none. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => void (history.length > 1 ? navigate(-1) : navigate("/")), [navigate]);
}
