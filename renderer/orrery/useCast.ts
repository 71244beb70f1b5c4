import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "../../shared/status.ts";
import { type ResourceList, useResourceList } from "../api/lists/useResourceList.ts";
import { request } from "../api/requests/request.ts";
import type { ResourceRow } from "../api/tables/tableRow.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { toneOf } from "../resources/tone.ts";
import type { Actor as ActorState } from "../sandbox/simulation.ts";
import { type Action, actorName, changesOfPeople, PEOPLE, shortActor } from "./model/action.ts";
import type { Actor, NodeEntry } from "./model/bodies.ts";
import type { PodEntry } from "./model/moons.ts";
import { type PlacedPod, PodsByNode } from "./model/podsByNode.ts";
import type { Timeline } from "./model/timeline.ts";
import { useThrottled } from "./useThrottled.ts";

/** The bodies to draw. */
export interface Cast {
  readonly actors: readonly Actor[];
  readonly nodes: readonly NodeEntry[];
  /** Number of pods, including those without a node. */
  readonly pods: number;
  /** Whether nodes and pods could be read. */
  readonly isWhole: boolean;
  /** Length of each controller's work queue, by its short name. */
  readonly waiting: ReadonlyMap<string, number>;
}

/** Milliseconds between two reads of the queues, during activity and otherwise. */
const EVERY = 1_000;
const REFRESH_INTERVAL = 10_000;
/** Milliseconds after an action that count as activity. */
const BUSY = 5_000;
/** Maximum number of clients with their own body; all others share one. */
const MAX_CLIENTS = 5;
/** Number of pods above which the picture is updated less often, and the milliseconds between two updates then. */
const MANY_PODS = 1_000;
const REST = 400;
/** The user name of the scheduler. */
const SCHEDULER = "system:kube-scheduler";
const PODS = { group: "", version: "v1", resource: "pods" };
const NODES = { group: "", version: "v1", resource: "nodes" };

/** The clients and controllers that acted recently, and the nodes with their pods. */
export function useCast(timeline: Timeline, isSimulated: boolean): Cast {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const { actions } = timeline;
  const busyUntil = useRef(0);
  const last = actions.at(-1)?.sequence;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new action counts
  useMemo(() => {
    busyUntil.current = Date.now() + BUSY;
  }, [last]);
  const states = useQuery({
    queryKey: ["simulation-actors", cluster.id],
    queryFn: async ({ signal }) =>
      (await request<{ items: ActorState[] }>(cluster.id, { path: "/simulation/actors", signal })).body.items,
    enabled: isSimulated,
    refetchInterval: ({ state }) =>
      isApiError(state.error) ? false : Date.now() < busyUntil.current ? EVERY : REFRESH_INTERVAL,
  });
  const query = { cluster: cluster.id, vocabulary, namespace: "" };
  const [nodeList, podList] = [useResourceList({ ...query, type: NODES }), useResourceList({ ...query, type: PODS })];
  const { nodes, unplaced, pods } = useNodes(nodeList, podList);
  const isWhole = nodeList.state.phase !== "forbidden" && podList.state.phase !== "forbidden";
  const active = useMemo(() => actorsOf(timeline), [timeline]);
  return useMemo(() => {
    const stopped = new Map<string, string>();
    for (const { name, running } of states.data ?? []) if (!running) stopped.set(shortActor(name), name);
    const waiting = new Map(
      (states.data ?? []).map(({ name, waiting: line, working }) => [shortActor(name), line + working]),
    );
    const clients = active.clients.map((client): Actor => ({ ...client, kind: "people" }));
    if (active.hasOthers || clients.length === 0)
      clients.push({ id: PEOPLE, label: t("orrery.people"), kind: "people" });
    const acting = new Map(active.components);
    // Paused controllers are shown even if they never acted, because the pause may be the reason.
    const names = new Set([...acting.keys()].map(shortActor));
    for (const [short, name] of stopped) if (!names.has(short)) acting.set(name, "controller");
    if (unplaced.length > 0 && !names.has(shortActor(SCHEDULER))) acting.set(SCHEDULER, "scheduler");
    const others = [...acting].map(([id, kind]): Actor => {
      const label = shortActor(id);
      const isScheduler = kind === "scheduler" || label === shortActor(SCHEDULER);
      const head = { id, label, kind: isScheduler ? ("scheduler" as const) : ("controller" as const) };
      return { ...head, isStopped: stopped.has(label), ...(isScheduler ? { pods: unplaced } : {}) };
    });
    others.sort((a, b) => (a.label < b.label ? -1 : 1));
    return { actors: [...clients, ...others], nodes, pods, isWhole, waiting };
  }, [t, active, nodes, pods, isWhole, unplaced, states.data]);
}

interface Acting {
  readonly clients: readonly { readonly id: string; readonly label: string }[];
  /** Whether there are changes by clients without their own body. */
  readonly hasOthers: boolean;
  readonly components: ReadonlyMap<string, Action["kind"]>;
}

function actorsOf({ actions, made }: Timeline): Acting {
  const components = new Map<string, Action["kind"]>();
  const clients = new Map<string, string>();
  let hasOthers = false;
  for (let i = actions.length - 1; i >= 0; i--) {
    const action = actions[i];
    if (action === undefined) continue;
    if (action.label !== undefined) {
      if (clients.size < MAX_CLIENTS) clients.set(action.actor, actorName(action));
      else if (!clients.has(action.actor)) hasOthers = true;
    } else if (action.kind !== "node") components.set(action.actor, action.kind);
    hasOthers ||= changesOfPeople(action, made).length > 0;
  }
  const named = [...clients].map(([id, label]) => ({ id, label })).sort((a, b) => (a.label < b.label ? -1 : 1));
  return { clients: named, hasOthers, components };
}

interface PlacedPods {
  readonly nodes: readonly NodeEntry[];
  /** Pods without a node, by seat. */
  readonly unplaced: readonly (PodEntry | undefined)[];
  readonly pods: number;
}

const column = (list: ResourceList, name: string): number => list.columns.findIndex((each) => each.name === name);

/** Nodes with their pods, from the columns of the Tables. */
function useNodes(nodes: ResourceList, pods: ResourceList): PlacedPods {
  const [status, place, nodeStatus] = [column(pods, "Status"), column(pods, "Node"), column(nodes, "Status")];
  const placed = useMemo(
    () =>
      new PodsByNode(({ uid, name, namespace, cells }: ResourceRow): PlacedPod => {
        const node = String(cells[place] ?? "");
        const pod = { id: uid, name, namespace, tone: toneOf("Status", cells[status]) };
        // Tables show `<none>` if there is no node.
        return { node: node.startsWith("<") ? "" : node, pod };
      }),
    [status, place],
  );
  placed.follow(pods);
  const entries = useRef(new Map<string, NodeEntry>());
  const version = `${nodes.version} ${pods.version}`;
  const rested = useThrottled(version, pods.rows.size > MANY_PODS ? REST : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are one Map for good; the version tells of changes
  return useMemo(() => {
    const tones = new Map(
      [...nodes.rows.values()].map(({ name, cells }) => [name, toneOf("Status", cells[nodeStatus])]),
    );
    const before = entries.current;
    const isSame = tones.size === before.size && [...tones.keys()].every((name) => before.has(name));
    const names = isSame ? [...before.keys()] : [...tones.keys()].sort(compareNames);
    const now = names.map((name): NodeEntry => {
      const entry = { name, tone: tones.get(name), pods: placed.on(name) };
      const known = before.get(name);
      return known?.tone === entry.tone && known?.pods === entry.pods ? known : entry;
    });
    entries.current = new Map(now.map((entry) => [entry.name, entry]));
    return { nodes: now, unplaced: now.length === 0 ? placed.all() : placed.on(""), pods: placed.size };
  }, [rested, placed, nodeStatus]);
}

const compareNames = new Intl.Collator("en", { numeric: true }).compare;
