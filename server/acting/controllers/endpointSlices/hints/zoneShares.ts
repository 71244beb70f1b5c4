import type { Node } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../../shared/object.ts";
import { quantityMilliValue } from "../../../../../shared/quantity.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { narrow } from "../../../../api/registry/strategies/narrow.ts";
import { amountOf } from "../../../../ground/formats/quantity.ts";

/** The fraction by which an endpoint's load may exceed its share. */
const OVERLOAD = 0.2;

/** The fraction of the total CPU of ready nodes in each zone; the sum is 1. */
export type ZoneRatios = ReadonlyMap<string, number>;

/**
 * Undefined when a ready node has no zone or reports no CPU, or when there are fewer than two zones. Control plane
 * nodes are ignored.
 */
export function zoneRatios(nodes: Iterable<ApiObject>, vocabulary: Vocabulary): ZoneRatios | undefined {
  const zoneLabel = vocabulary.render("topology.{labelDomain}/zone");
  const excluded = ["control-plane", "master"].map((role) => vocabulary.render(`node-role.{labelDomain}/${role}`));
  const cpus = new Map<string, number>();
  let total = 0;
  for (const node of nodes) {
    const { metadata } = node;
    const { status } = narrow<Node>(node);
    if (excluded.some((label) => metadata.labels?.[label] !== undefined)) continue;
    if (!status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True")) continue;
    const zone = metadata.labels?.[zoneLabel] ?? "";
    const cpu = Number(quantityMilliValue(amountOf(status.allocatable?.["cpu"] ?? "0")));
    if (zone === "" || cpu === 0) return undefined;
    total += cpu;
    cpus.set(zone, (cpus.get(zone) ?? 0) + cpu);
  }
  if (cpus.size < 2) return undefined;
  return new Map([...cpus].map(([zone, cpu]) => [zone, cpu / total]));
}

/** The number of endpoints that a zone should have. */
export interface Share {
  readonly minimum: number;
  readonly desired: number;
  readonly maximum: number;
}

export type Shares = ReadonlyMap<string, Share>;

/** The shares of zones, or why they cannot be computed. */
export function sharesOf(ratios: ZoneRatios | undefined, endpoints: number): Shares | string {
  if (ratios === undefined) {
    return "Insufficient Node information: allocatable CPU or zone not specified on one or more nodes";
  }
  const counts = `(${endpoints} endpoints, ${ratios.size} zones)`;
  if (ratios.size > endpoints) return `Insufficient number of endpoints ${counts}`;
  const least = [...ratios].map(([zone, ratio]) => {
    const exact = ratio * endpoints;
    const minimum = Math.ceil(exact * (1 / (1 + OVERLOAD)));
    return { zone, minimum, desired: Math.max(exact, minimum) };
  });
  const spare = endpoints - least.reduce((sum, { minimum }) => sum + minimum, 0);
  if (spare < 0) {
    return `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${counts}`;
  }
  return new Map(least.map(({ zone, minimum, desired }) => [zone, { minimum, desired, maximum: minimum + spare }]));
}
