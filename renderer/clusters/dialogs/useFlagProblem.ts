import { useEffect, useState } from "react";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { checkFlags } from "../hostActions.ts";

const AFTER = 250;

/**
 * Validates flags with the server's own parser, shortly after the user stops typing.
 * @returns pending until the response arrives; then the error, if there is one
 */
export function useFlagProblem(flags: readonly string[]): { pending: boolean; problem: string | undefined } {
  const key = JSON.stringify(flags);
  const [checked, setChecked] = useState<{ key: string; problem: string | undefined }>({
    key: "[]",
    problem: undefined,
  });
  useEffect(() => {
    let isOver = false;
    const setResult = (problem: string | undefined): void => (isOver ? undefined : setChecked({ key, problem }));
    const timer = setTimeout(() => {
      checkFlags(JSON.parse(key)).then(
        () => setResult(undefined),
        (error: unknown) => setResult(messageOf(error)),
      );
    }, AFTER);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return { pending: checked.key !== key, problem: checked.problem };
}
