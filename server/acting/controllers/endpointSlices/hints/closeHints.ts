import type { Endpoint } from "kubernetes-types/discovery/v1";
import type { Slice, SliceChanges } from "../slices.ts";

export const isReadyEndpoint = ({ conditions }: Endpoint): boolean => conditions?.ready === true;

export const hintedZones = ({ hints }: Endpoint): string[] => (hints?.forZones ?? []).map(({ name }) => name);

/** An endpoint with a hint for a zone, or without a hint. */
export function hinted(endpoint: Endpoint, zone: string | undefined): Endpoint {
  const { hints: _, ...rest } = endpoint;
  return zone === undefined ? rest : { ...rest, hints: { forZones: [{ name: zone }] } };
}

/** Removes all zone hints. */
export const withoutHints = (changes: SliceChanges): SliceChanges =>
  rehinted(
    changes,
    (endpoint) => endpoint.hints === undefined,
    (endpoint) => hinted(endpoint, undefined),
  );

/** Assigns every ready endpoint to its own zone. */
export const withCloseHints = (changes: SliceChanges): SliceChanges =>
  rehinted(
    changes,
    (endpoint) => !isReadyEndpoint(endpoint) || hintedZones(endpoint).join() === (endpoint.zone ?? ""),
    (endpoint) => (isReadyEndpoint(endpoint) ? hinted(endpoint, endpoint.zone) : endpoint),
  );

/** Slices that were unchanged must be rewritten when the hint of one of their endpoints is wrong. */
function rehinted(
  { create, update, remove, unchanged }: SliceChanges,
  isRight: (endpoint: Endpoint) => boolean,
  right: (endpoint: Endpoint) => Endpoint,
): SliceChanges {
  const rewrite = (slice: Slice): Slice => ({ ...slice, endpoints: slice.endpoints.map(right) });
  const stays = unchanged.filter(({ endpoints }) => endpoints.every(isRight));
  const wrong = unchanged.filter((slice) => !stays.includes(slice));
  return {
    create: create.map(rewrite),
    update: [...update, ...wrong].map(rewrite),
    remove,
    unchanged: stays,
  };
}
