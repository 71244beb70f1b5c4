import type { Node, Taint } from "kubernetes-types/core/v1";
import { timestamp } from "../../../../shared/time.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** Which taint of its own a node gets for which state of which condition. */
const TAINTS: readonly { readonly condition: string; readonly status: string; readonly taint: string }[] = [
  { condition: "Ready", status: "False", taint: "not-ready" },
  { condition: "Ready", status: "Unknown", taint: "unreachable" },
  { condition: "MemoryPressure", status: "True", taint: "memory-pressure" },
  { condition: "DiskPressure", status: "True", taint: "disk-pressure" },
  { condition: "NetworkUnavailable", status: "True", taint: "network-unavailable" },
  { condition: "PIDPressure", status: "True", taint: "pid-pressure" },
];

/** Those that also drive pods away. */
const EVICTING: ReadonlySet<string> = new Set(["not-ready", "unreachable"]);

/**
 * The taints that a node is to have: those that others gave it, and those that follow from its conditions.
 * @returns undefined when it has them
 */
export function taintsOf(node: Node, vocabulary: Vocabulary, now: number): Taint[] | undefined {
  const known = node.spec?.taints ?? [];
  const key = (name: string): string => vocabulary.render(`node.{labelDomain}/${name}`);
  const own = new Set([...TAINTS.map(({ taint }) => key(taint)), key("unschedulable")]);
  const names = TAINTS.filter(({ condition, status }) =>
    (node.status?.conditions ?? []).some((each) => each.type === condition && each.status === status),
  ).map(({ taint }) => taint);
  const wanted: Taint[] = names.flatMap((name): Taint[] => {
    const taint: Taint = { key: key(name), effect: "NoSchedule" };
    return EVICTING.has(name)
      ? [taint, { ...taint, effect: "NoExecute", timeAdded: timestamp(now) } as Taint]
      : [taint];
  });
  if (node.spec?.unschedulable === true) wanted.push({ key: key("unschedulable"), effect: "NoSchedule" });
  const has = (taints: readonly Taint[], taint: Taint): Taint | undefined =>
    taints.find((each) => each.key === taint.key && each.effect === taint.effect);
  const isOwn = (taint: Taint): boolean => own.has(taint.key) && taint.effect !== "PreferNoSchedule";
  const isRight =
    wanted.every((taint) => has(known, taint)) && known.every((taint) => !isOwn(taint) || has(wanted, taint));
  if (isRight) return undefined;
  return [
    ...known.filter((taint) => !isOwn(taint) || has(wanted, taint)),
    ...wanted.filter((taint) => !has(known, taint)),
  ];
}
