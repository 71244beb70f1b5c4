import { breakDown, isPointRich } from "../../shared/rbac/points.ts";
import type { PolicyRule } from "../../shared/rbac/types.ts";

/** One line of a list of rights: all verbs on one resource (or path). */
interface RuleRow {
  /** A resource with its subresource, a path, or a star. */
  readonly target: string;
  readonly group: string;
  readonly path: boolean;
  /** The object names that the rule is limited to; empty for all objects. */
  readonly names: string;
  readonly verbs: readonly string[];
}

/**
 * Rules grouped by resource or path, sorted; the filter searches every column. A rule with too many points to be
 * grouped takes one line for its resources and one for its paths.
 */
export function ruleRows(rules: readonly PolicyRule[], filter = ""): RuleRow[] {
  const found = new Map<string, { row: RuleRow; verbs: Set<string> }>();
  for (const point of rules.filter((rule) => !isPointRich(rule)).flatMap(breakDown)) {
    const path = point.nonResourceURLs?.[0];
    const row: RuleRow = {
      target: path ?? point.resources?.[0] ?? "",
      group: point.apiGroups?.[0] ?? "",
      path: path !== undefined,
      names: point.resourceNames?.[0] ?? "",
      verbs: [],
    };
    const key = JSON.stringify([row.path, row.group, row.target, row.names]);
    const known = found.get(key) ?? { row, verbs: new Set<string>() };
    found.set(key, known);
    for (const verb of point.verbs) known.verbs.add(verb);
  }
  const wanted = filter.trim().toLowerCase();
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { row, verbs }]): RuleRow => ({ ...row, verbs: [...verbs] }))
    .concat(rules.filter(isPointRich).flatMap(summaryRows))
    .filter((row) => `${row.target} ${row.group} ${row.names} ${row.verbs.join(" ")}`.toLowerCase().includes(wanted));
}

function summaryRows({ apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [], verbs }: PolicyRule) {
  const shownVerbs = verbs.length > SHOWN ? [shortened(verbs)] : verbs;
  const row = (target: readonly string[], path: boolean): RuleRow[] =>
    target.length === 0 ? [] : [{ target: shortened(target), group: "", path, names: "", verbs: shownVerbs }];
  const objects = row(resources, false).map((each) => ({
    ...each,
    group: shortened(apiGroups),
    names: shortened(resourceNames),
  }));
  return [...objects, ...row(nonResourceURLs, true)];
}

/** Number of items of a long list that are shown. */
const SHOWN = 5;

const shortened = (items: readonly string[]): string =>
  items.length <= SHOWN ? items.join(", ") : `${items.slice(0, SHOWN).join(", ")}, … (${items.length})`;
