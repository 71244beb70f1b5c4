import type { ApiObject } from "../../../../shared/object.ts";
import { parseApiVersion } from "../../../../shared/object.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import type { Informer } from "../../informers/informers.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { controllerOf, isSelected, type OwnerKind } from "./ownership.ts";
import { mayBeSelecting, type SelectorIndex } from "./selectorIndex.ts";

export interface OwnersOfPods {
  readonly ownerRef: OwnerKind;
  readonly owners: Informer;
  /** The selectors of the owners; undefined for a kind that does not adopt. */
  readonly selectors: SelectorIndex | undefined;
}

/**
 * The keys of the owners that a change of a pod, or of another controlled object, concerns: its controller, its former
 * controller, and, when it has none, all owners that would adopt it.
 */
export function* ownersOf({ ownerRef, owners, selectors }: OwnersOfPods, change: ObjectChange): Iterable<string> {
  const { type, object, previous } = change;
  const now = ownerKey(ownerRef, object);
  const before = previous === undefined ? undefined : ownerKey(ownerRef, previous);
  if (before !== undefined && before !== now) yield before;
  if (now !== undefined) yield now;
  if (selectors === undefined || type === "deleted" || controllerOf(object) !== undefined) return;
  const isNews =
    previous === undefined ||
    controllerOf(previous) !== undefined ||
    previous.metadata.labels !== object.metadata.labels;
  if (!isNews) return;
  for (const owner of mayBeSelecting(owners, selectors, object)) {
    if (isSelected(selectors.selectorOf(owner), object.metadata.labels)) yield keyOf(owner);
  }
}

/** The key of an object's controller, if it is of this kind. */
function ownerKey({ group, kind }: OwnerKind, object: ApiObject): string | undefined {
  const owner = controllerOf(object);
  if (owner === undefined || owner.kind !== kind || parseApiVersion(owner.apiVersion).group !== group) return undefined;
  return `${object.metadata.namespace ?? ""}/${owner.name}`;
}
