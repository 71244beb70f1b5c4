import { EMPTY } from "./innerNames.ts";

/** What to do about a variable that is not set. */
const ALTERNATIVES = new Set(["DefaultValue", "AssignDefault", "UseAlternative", "ErrorIfUnset"]);

interface Part {
  readonly type: string;
  readonly parameter?: string;
  readonly operation?: { readonly type: string } | null;
}

/**
 * With `set -u` the library takes `"${X:-y}"` for a use of a variable that is not set, where nothing else stands in the quotes.
 * With this, something does: an empty variable.
 */
export function quotedDefaults(tree: unknown): void {
  if (typeof tree !== "object" || tree === null) return;
  const { type, parts } = tree as { readonly type?: string; readonly parts?: Part[] };
  if (type === "DoubleQuoted" && parts?.length === 1 && parts.every(hasAlternative)) {
    parts.push({ type: "ParameterExpansion", parameter: EMPTY, operation: null });
  }
  for (const inner of Object.values(tree)) quotedDefaults(inner);
}

/** Those that may give several words stay as they are. */
const hasAlternative = ({ type, parameter = "", operation }: Part): boolean =>
  type === "ParameterExpansion" && ALTERNATIVES.has(operation?.type ?? "") && !/^@$|\[@\]$/.test(parameter);
