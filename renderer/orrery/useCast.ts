import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { request } from "../api/request.ts";
import { type ResourceList, useResourceList } from "../api/useResourceList.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { toneOf } from "../resources/tone.ts";
import { type Action, PEOPLE, shortActor } from "./model/action.ts";
import type { Actor, NodeEntry } from "./model/bodies.ts";

interface ActorState {
  readonly name: string;
  readonly kind: "controller" | "scheduler";
  readonly waiting: number;
  readonly working: number;
}

/** The bodies to draw. */
export interface Cast {
  readonly actors: readonly Actor[];
  readonly nodes: readonly NodeEntry[];
  /** Length of each actor's work queue. */
  readonly waiting: ReadonlyMap<string, number>;
}

const EVERY = 1_000;
const PODS = { group: "", version: "v1", resource: "pods" };
const NODES = { group: "", version: "v1", resource: "nodes" };

/** The controllers that acted recently, and the nodes with their pods. @param actions of the timeline */
export function useCast(actions: readonly Action[]): Cast {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const states = useQuery({
    queryKey: ["simulation-actors", cluster.id],
    queryFn: async ({ signal }) =>
      (await request<{ items: ActorState[] }>(cluster.id, { path: "/simulation/actors", signal })).body.items,
    refetchInterval: EVERY,
  });
  const query = { cluster: cluster.id, vocabulary, namespace: "" };
  const nodes = useNodes(useResourceList({ ...query, type: NODES }), useResourceList({ ...query, type: PODS }));
  const active = useMemo(() => {
    const names = new Map<string, Action["kind"]>();
    for (const { actor, kind } of actions) if (kind !== "node") names.set(actor, kind);
    return names;
  }, [actions]);
  return useMemo(() => {
    const people: Actor = { id: PEOPLE, label: t("orrery.people"), kind: "people" };
    const others = [...active].map(
      ([id, kind]): Actor => ({ id, label: shortActor(id), kind: kind === "scheduler" ? "scheduler" : "controller" }),
    );
    others.sort((a, b) => (a.label < b.label ? -1 : 1));
    const waiting = new Map((states.data ?? []).map(({ name, waiting, working }) => [name, waiting + working]));
    return { actors: [people, ...others], nodes, waiting };
  }, [t, active, nodes, states.data]);
}

/** Nodes with the pods that are on them, by the columns of their Tables. */
function useNodes(nodes: ResourceList, pods: ResourceList): readonly NodeEntry[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are one Map for good; the version tells of changes
  return useMemo(() => {
    const column = (list: ResourceList, name: string): number => list.columns.findIndex((each) => each.name === name);
    const [status, place, nodeStatus] = [column(pods, "Status"), column(pods, "Node"), column(nodes, "Status")];
    const byNode = new Map<string, NodeEntry["pods"][number][]>();
    for (const { uid, name, namespace, cells } of pods.rows.values()) {
      const node = String(cells[place] ?? "");
      const pod = { id: uid, name, namespace, tone: toneOf("Status", cells[status]) };
      const same = byNode.get(node);
      if (same === undefined) byNode.set(node, [pod]);
      else same.push(pod);
    }
    return [...nodes.rows.values()]
      .map(({ name, cells }) => ({
        name,
        tone: toneOf("Status", cells[nodeStatus]),
        pods: (byNode.get(name) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1)),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }, [nodes.version, pods.version, nodes.columns, pods.columns]);
}
