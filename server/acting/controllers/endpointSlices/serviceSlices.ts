import { addToList } from "../../../../shared/collections/addToList.ts";
import { append } from "../../../../shared/collections/append.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { EventWords } from "../../events/eventWords.ts";
import type { DesiredSliceEndpoints } from "./desiredSliceEndpoints.ts";
import type { ServiceHints } from "./hints/serviceHints.ts";
import { packSlices } from "./packSlices.ts";
import { isOwned, portsKey, type Slice, type SliceChanges } from "./slices.ts";

export interface FamilySlices {
  readonly service: ApiObject;
  readonly addressType: string;
  readonly existing: readonly Slice[];
  readonly desired: DesiredSliceEndpoints["groups"];
  readonly labels: Slice["labels"];
  /** The existing slices that already have these labels, not counting reserved ones. */
  readonly labelled: ReadonlySet<Slice>;
  readonly reserved: ReadonlySet<string>;
  /** Maximum number of endpoints per slice. */
  readonly limit: number;
}

/** The changes of a service's slices of one address type. There is always at least one slice, even if it is empty. */
export function changesOf(
  family: FamilySlices,
  hints: ServiceHints,
): { changes: SliceChanges; events: readonly EventWords[] } {
  const { service, addressType, existing, desired, labels, labelled, limit } = family;
  const changes: SliceChanges = { create: [], update: [], remove: [], unchanged: [] };
  const byPorts = new Map<string, Slice[]>();
  for (const slice of existing) {
    const key = portsKey(slice.ports);
    if (!isOwned(slice, service)) changes.remove.push(slice);
    else addToList(byPorts, key, slice);
  }
  const empty: Slice = { stored: undefined, addressType, endpoints: [], ports: [], labels };
  for (const [key, { ports, endpoints }] of desired) {
    const group = packSlices({
      existing: byPorts.get(key) ?? [],
      endpoints,
      limit,
      empty: { ...empty, ports },
      labelled,
    });
    append(changes.create, group.create);
    append(changes.update, group.update);
    append(changes.remove, group.remove);
    append(changes.unchanged, group.unchanged);
  }
  for (const [key, slices] of byPorts) if (!desired.has(key)) append(changes.remove, slices);
  if (existing.length === changes.remove.length && changes.create.length === 0) {
    const [only, ...others] = changes.remove;
    if (only !== undefined && others.length === 0 && isPlaceholder(only, family)) {
      changes.remove.pop();
      changes.unchanged.push(only);
    } else changes.create.push(empty);
  }
  return hints.apply(service, addressType, changes);
}

function isPlaceholder(slice: Slice, { labels, labelled, reserved }: FamilySlices): boolean {
  if (slice.endpoints.length > 0 || slice.ports.length > 0 || !labelled.has(slice)) return false;
  return [...reserved].every((name) => slice.labels[name] === labels[name]);
}
