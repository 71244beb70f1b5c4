import { EMPTY } from "./innerNames.ts";

/** Operations that apply when a variable is not set. */
const ALTERNATIVES = new Set(["DefaultValue", "AssignDefault", "UseAlternative", "ErrorIfUnset"]);

interface Part {
  readonly type: string;
  readonly parameter?: string;
  readonly operation?: { readonly type: string } | null;
}

/**
 * Works around a bug with `set -u`: the library reports `"${X:-y}"` as an unset variable when the quotes contain
 * nothing else. This adds an empty variable to the quotes.
 */
export function quotedDefaults(tree: unknown): void {
  if (typeof tree !== "object" || tree === null) return;
  const { type, parts } = tree as { readonly type?: string; readonly parts?: Part[] };
  if (type === "DoubleQuoted" && parts?.length === 1 && parts.every(hasAlternative)) {
    parts.push({ type: "ParameterExpansion", parameter: EMPTY, operation: null });
  }
  for (const inner of Object.values(tree)) quotedDefaults(inner);
}

/** Expansions that may result in several words stay unchanged. */
const hasAlternative = ({ type, parameter = "", operation }: Part): boolean =>
  type === "ParameterExpansion" && ALTERNATIVES.has(operation?.type ?? "") && !/^@$|\[@\]$/.test(parameter);
