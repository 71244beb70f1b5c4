import { type UseMutationOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { deepEqual } from "../../../shared/collections/deepEqual.ts";

/** The result of {@link useSingleMutation}: a mutation without the functions that return a promise. */
export type SingleMutation<Answer, Wish> = WithoutPromise<UseMutationResult<Answer, Error, Wish>>;
type WithoutPromise<T> = T extends unknown ? Omit<T, "mutateAsync"> : never;

/**
 * A mutation that ignores an equal request while one is running. The second click of a double click arrives before the
 * page can disable the button, and would send a write twice.
 */
export function useSingleMutation<Answer, Wish = void>(
  options: UseMutationOptions<Answer, Error, Wish>,
): SingleMutation<Answer, Wish> {
  const underWay = useRef<Wish[]>([]);
  const { mutate: send, ...mutation } = useMutation<Answer, Error, Wish>({
    ...options,
    onSettled: (answer, error, wish, ...rest) => {
      underWay.current = underWay.current.filter((other) => !deepEqual(other, wish));
      return options.onSettled?.(answer, error, wish, ...rest);
    },
  });
  const mutate = useCallback(
    (...args: Parameters<typeof send>): void => {
      const wish = args[0] as Wish;
      if (underWay.current.some((other) => deepEqual(other, wish))) return;
      underWay.current = [...underWay.current, wish];
      send(...args);
    },
    [send],
  );
  return { ...mutation, mutate } as SingleMutation<Answer, Wish>;
}
