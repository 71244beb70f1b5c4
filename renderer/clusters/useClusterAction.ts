import { useQueryClient } from "@tanstack/react-query";
import { useSingleMutation } from "../api/requests/useSingleMutation.ts";
import { useToast } from "../ui/layers/Toast.tsx";

/**
 * Runs one of the host's actions. Shows a failure with the host's message.
 *
 * @param done message to show on success; undefined for none
 * @param options quiet: the caller shows the error itself
 */
export function useClusterAction<T, Variables = void>(
  run: (variables: Variables) => Promise<T>,
  done?: (result: T) => string | undefined,
  { quiet = false }: { quiet?: boolean } = {},
) {
  const toast = useToast();
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: run,
    onSuccess: (result) => {
      const text = done?.(result);
      if (text !== undefined) toast(text);
      void queries.invalidateQueries({ queryKey: ["overview"] });
      void queries.invalidateQueries({ queryKey: ["clusters"] });
    },
    onError: (error) => (quiet ? undefined : toast(error.message, "bad")),
  });
}
