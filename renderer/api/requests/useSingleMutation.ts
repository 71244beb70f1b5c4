import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { deepEqual } from "../../../shared/collections/deepEqual.ts";

/** The result of {@link useSingleMutation}: a mutation without the functions that return a promise. */
export type SingleMutation<Answer, Variables> = WithoutPromise<UseMutationResult<Answer, Error, Variables>>;
type WithoutPromise<T> = T extends unknown ? Omit<T, "mutateAsync"> : never;

/**
 * A mutation that ignores an equal request while one is running. The second click of a double click arrives before the
 * page can disable the button, and would send a write twice.
 */
export function useSingleMutation<Answer, Variables = void>(
  options: UseMutationOptions<Answer, Error, Variables>,
): SingleMutation<Answer, Variables> {
  const underWay = useRef<Variables[]>([]);
  const { mutate: send, ...mutation } = useMutation<Answer, Error, Variables>({
    ...options,
    onSettled: (answer, error, variables, ...rest) => {
      underWay.current = underWay.current.filter((other) => !deepEqual(other, variables));
      return options.onSettled?.(answer, error, variables, ...rest);
    },
  });
  const mutate = useCallback(
    (...args: Parameters<typeof send>): void => {
      const variables = args[0] as Variables;
      if (underWay.current.some((other) => deepEqual(other, variables))) return;
      underWay.current = [...underWay.current, variables];
      send(...args);
    },
    [send],
  );
  return { ...mutation, mutate } as SingleMutation<Answer, Variables>;
}
