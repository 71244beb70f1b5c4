import { each, finished, type Steps } from "../../../../shared/steps.ts";
import type { WriteContext } from "../strategy.ts";

type Warnings = readonly string[] | undefined;

/** Sends a strategy's warnings to the client: in steps, because a body may cause very many warnings. */
export function* reportWarnings({ warn }: WriteContext, found: Warnings | Steps<Warnings>): Steps<void> {
  const warnings = yield* finished(found);
  if (warnings !== undefined) yield* each(warnings, warn);
}
