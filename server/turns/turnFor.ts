import { LARGE, partsOf } from "../../shared/json/partsOf.ts";
import { nextTurn } from "./turns.ts";

/** Lets others go on before work that has no steps, when the value that it is about is large. */
export async function turnFor(value: unknown): Promise<void> {
  if (partsOf(value, LARGE) > LARGE) await nextTurn();
}
