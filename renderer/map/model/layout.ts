/** Arranges the map. The same map always has the same layout, whatever the state of its nodes. */
import type { Adjacency } from "./adjacency.ts";
import type { Box } from "./box.ts";
import type { MapGroup } from "./grouping.ts";
import { type GroupPlan, planFolded, planGroup } from "./groupLayout.ts";
import { type Packed, packBoxes, stackBoxes } from "./packBoxes.ts";

export interface PlacedGroup extends Box {
  readonly group: MapGroup;
  readonly folded: boolean;
}

export interface MapLayout {
  readonly groups: readonly PlacedGroup[];
  /** Boxes by node id, without the nodes of collapsed groups. */
  readonly nodes: ReadonlyMap<string, Box>;
  readonly width: number;
  readonly height: number;
}

interface PlannedGroup extends GroupPlan {
  readonly group: MapGroup;
  readonly folded: boolean;
}

/** Space between groups, between the applications and their shared nodes, and between namespaces. */
const GAP = 24;
const WIDE_GAP = 72;
const NAMESPACE_GAP = 96;
/** Ratio of width to height above which nodes without an application are placed below instead of to the right. */
const FLAT = 2.2;

/** Places all groups, and the nodes of expanded groups. */
export function layoutMap(groups: readonly MapGroup[], adjacency: Adjacency, folded: ReadonlySet<string>): MapLayout {
  const namespaces = new Map<string, PlannedGroup[]>();
  for (const group of groups) {
    const isFolded = folded.has(group.key);
    const plan = { group, folded: isFolded, ...(isFolded ? planFolded() : planGroup(group.nodes, adjacency)) };
    const together = namespaces.get(group.namespace);
    if (together === undefined) namespaces.set(group.namespace, [plan]);
    else together.push(plan);
  }
  const all = [...namespaces.values()];
  // Namespaces without an application, such as system namespaces, come last.
  const blocks = [...all.filter(hasApps), ...all.filter((plans) => !hasApps(plans))].map(placeNamespace);
  const packed = packBoxes(blocks, NAMESPACE_GAP);
  const nodes = new Map<string, Box>();
  const placed: PlacedGroup[] = [];
  for (const [i, block] of blocks.entries()) {
    const corner = packed.places[i] ?? { x: 0, y: 0 };
    for (const { plan, x, y } of block.groups) {
      const at = { x: x + corner.x, y: y + corner.y };
      for (const [id, box] of plan.nodes) nodes.set(id, { ...box, x: box.x + at.x, y: box.y + at.y });
      placed.push({ group: plan.group, folded: plan.folded, ...at, width: plan.width, height: plan.height });
    }
  }
  return { groups: placed, nodes, width: packed.width, height: packed.height };
}

const hasApps = (plans: readonly PlannedGroup[]): boolean => plans.some(({ group }) => group.sort === "app");

/**
 * Places nodes that lead to several applications on the left, the applications in the middle, and shared nodes and
 * those without an application on the right.
 */
function placeNamespace(plans: readonly PlannedGroup[]) {
  const ofSort = (sort: MapGroup["sort"]) => plans.filter(({ group }) => group.sort === sort);
  const apps = packBoxes(ofSort("app"), GAP);
  const alone = ofSort("alone");
  const [aloneWidth, aloneHeight] = [widest(alone), stackBoxes(alone, GAP).height];
  const isFlat = apps.width + WIDE_GAP + aloneWidth > Math.max(apps.height, aloneHeight) * FLAT;
  const right = isFlat ? ofSort("shared") : [...ofSort("shared"), ...alone];
  const groups: { plan: PlannedGroup; x: number; y: number }[] = [];
  let [width, height] = [0, 0];
  const put = (part: readonly PlannedGroup[], { places, ...size }: Packed, x: number, y: number): void => {
    if (part.length === 0) return;
    for (const [i, plan] of part.entries()) {
      const place = places[i] ?? { x: 0, y: 0 };
      groups.push({ plan, x: place.x + x, y: place.y + y });
    }
    width = Math.max(width, x + size.width);
    height = Math.max(height, y + size.height);
  };
  const after = (): number => (width === 0 ? 0 : width + WIDE_GAP);
  put(ofSort("entry"), stackBoxes(ofSort("entry"), GAP), 0, 0);
  const from = after();
  put(ofSort("app"), apps, from, 0);
  put(right, stackBoxes(right, GAP), after(), 0);
  if (isFlat) put(alone, packBoxes(alone, GAP), from, height === 0 ? 0 : height + WIDE_GAP);
  return { groups, width, height };
}

const widest = (plans: readonly PlannedGroup[]): number => plans.reduce((most, { width }) => Math.max(most, width), 0);
