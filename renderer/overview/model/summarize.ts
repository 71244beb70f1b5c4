/** Summarises the states of all objects of a cluster in one pass. */
import type { ApiObject } from "../../../shared/object.ts";
import { type Finding, STATES, type State } from "./finding.ts";
import { KINDS, type Kind, objectFinding } from "./objectFinding.ts";
import { type Workload, workloadOf } from "./workloadOf.ts";

export type ObjectsByKind = Readonly<Record<Kind, readonly ApiObject[]>>;

export type Tally = Record<State, number> & { total: number };

/** An entry of objects that need attention: objects with the same cause, mostly of the same owner. */
export interface Trouble {
  readonly key: string;
  readonly kind: Kind;
  /** The object that represents the whole entry. */
  readonly object: ApiObject;
  readonly finding: Finding;
  readonly count: number;
  /** The workload of a pod, if it has one. */
  readonly workload: Workload | undefined;
}

export interface Summary {
  readonly tallies: Readonly<Record<Kind, Tally>>;
  /** Worst first, then by kind and name. */
  readonly troubles: readonly Trouble[];
}

/**
 * Leaves out workloads that only lack replicas if one of their pods already shows the cause; this works because pods
 * come first in {@link KINDS}.
 *
 * @param now milliseconds since the epoch, by the clock of the cluster
 */
export function summarize(objects: ObjectsByKind, now: number): Summary {
  const tallies = {} as Record<Kind, Tally>;
  const troubles = new Map<string, { trouble: Trouble; count: number }>();
  /** Workloads whose missing replicas are explained by pods that need attention. */
  const explained = new Set<string>();
  for (const kind of KINDS) {
    const tally: Tally = { bad: 0, attention: 0, working: 0, good: 0, total: 0 };
    for (const object of objects[kind]) {
      const finding = objectFinding(kind, object, now);
      tally[finding.state] += 1;
      tally.total += 1;
      if (finding.state !== "bad" && finding.state !== "attention") continue;
      const workload = kind === "Pod" ? workloadOf(object) : undefined;
      if (workload !== undefined) explained.add(`${workload.kind} ${object.metadata.namespace}/${workload.name}`);
      const isExplained = onlyLacksPods(finding) && explained.has(`${kind} ${nameOf(object)}`);
      if (isExplained) continue;
      const key = keyOf(kind, object, finding);
      const entry = troubles.get(key);
      if (entry === undefined) {
        troubles.set(key, { trouble: { key, kind, object, finding, count: 1, workload }, count: 1 });
      } else entry.count += 1;
    }
    tallies[kind] = tally;
  }
  return {
    tallies,
    troubles: [...troubles.values()].map(({ trouble, count }) => ({ ...trouble, count })).sort(worstFirst),
  };
}

/** Whether the finding about a workload reports only missing pods, even if they have been missing for long. */
const onlyLacksPods = ({ word, cause }: Finding): boolean =>
  cause?.id === "replicasShort" || word === "ProgressDeadlineExceeded";

/**
 * Groups by cause if known, because words such as ErrImagePull and ImagePullBackOff alternate for one cause. Pods without
 * an owner are grouped if the scheduler says the same of them: the cause lies in the nodes.
 */
function keyOf(kind: Kind, { metadata }: ApiObject, { word, cause }: Finding): string {
  const owner = metadata.ownerReferences?.find((each) => each.controller === true)?.uid;
  const reason = cause === undefined || cause.id === "said" ? word : cause.id;
  if (owner !== undefined || cause?.id !== "unschedulable") return `${kind} ${reason} ${owner ?? metadata.uid ?? ""}`;
  return `${kind} ${reason} in ${metadata.namespace} ${cause.values["message"]}`;
}

const nameOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ""}/${metadata.name ?? ""}`;

function worstFirst(a: Trouble, b: Trouble): number {
  return (
    STATES.indexOf(a.finding.state) - STATES.indexOf(b.finding.state) ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    (nameOf(a.object) < nameOf(b.object) ? -1 : 1)
  );
}
