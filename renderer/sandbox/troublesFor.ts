/** The faults that can be simulated for an object. */
import type { ApiObject } from "../../shared/object.ts";
import { listAt, textAt } from "../resources/kinds/read.ts";
import type { OngoingTrouble, TroubleInput } from "./simulation.ts";

export type TroubleKind =
  | "node-down"
  | "node-cut-off"
  | "node-slow"
  | "node-memory-pressure"
  | "node-disk-pressure"
  | "container-killed"
  | "container-out-of-memory"
  | "probe-failing"
  | "image-missing"
  | "api-slow";

export interface TroubleOffer extends TroubleInput {
  readonly kind: TroubleKind;
}

const NODE_TROUBLES: readonly TroubleKind[] = [
  "node-down",
  "node-cut-off",
  "node-slow",
  "node-memory-pressure",
  "node-disk-pressure",
];
/** Faults without a duration, from which the cluster recovers on its own. */
const MOMENTARY: ReadonlySet<string> = new Set<TroubleKind>(["container-killed", "container-out-of-memory"]);

export const API_SLOW: TroubleOffer = { kind: "api-slow", target: "500ms" };

/** Whether a fault lasts until the user ends it. */
export const isLasting = (kind: string): boolean => !MOMENTARY.has(kind);

const ofNode = (target: string): TroubleOffer[] => NODE_TROUBLES.map((kind) => ({ kind, target }));

/** All faults that can be simulated for the object; empty for kinds that are not simulated. */
export function troublesFor(object: ApiObject): TroubleOffer[] {
  const { namespace = "", name = "" } = object.metadata;
  if (object.kind === "Node") return ofNode(name);
  if (object.kind !== "Pod" || textAt(object, "spec.nodeName") === "") return [];
  const pod = `${namespace}/${name}`;
  const containers = listAt(object, "spec.containers");
  const images = [...new Set(containers.map((container) => textAt(container, "image")))];
  const each = (kind: TroubleKind): TroubleOffer[] =>
    containers.map((container) => ({ kind, target: `${pod}/${textAt(container, "name")}` }));
  return [
    ...each("container-killed"),
    ...each("container-out-of-memory"),
    { kind: "probe-failing", target: pod },
    ...images.map((target): TroubleOffer => ({ kind: "image-missing", target })),
  ];
}

/** The active fault for an offer; undefined if it is not active. */
export const ongoing = (troubles: readonly OngoingTrouble[], offer: TroubleOffer): OngoingTrouble | undefined =>
  troubles.find(({ kind, target }) => kind === offer.kind && target === offer.target);

/** The active faults that affect an object: its own, and for a pod those of its node. */
export function activeTroublesOf(object: ApiObject, troubles: readonly OngoingTrouble[]): OngoingTrouble[] {
  const node = object.kind === "Pod" ? textAt(object, "spec.nodeName") : "";
  const possible = [...troublesFor(object), ...(node === "" ? [] : ofNode(node))];
  return possible.flatMap((offer) => ongoing(troubles, offer) ?? []);
}
