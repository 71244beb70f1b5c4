import { each, finished, type Steps } from "../../../../shared/steps.ts";
import type { WriteContext } from "../strategy.ts";

type Warnings = readonly string[] | undefined;

/** Tells the client what a strategy warns of: in steps, because a body may earn very many warnings. */
export function* tellWarnings({ warn }: WriteContext, found: Warnings | Steps<Warnings>): Steps<void> {
  const warnings = yield* finished(found);
  if (warnings !== undefined) yield* each(warnings, warn);
}
