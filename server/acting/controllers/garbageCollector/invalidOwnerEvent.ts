import type { OwnerReference } from "../../../../shared/object.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import { coordinatesOf, describeCoordinates, type Node } from "./node.ts";

/** Writes an Event about a dependent that names an owner in another namespace. */
export function recordInvalidOwner(
  recorder: Pick<EventRecorder, "record">,
  { coordinates }: Node,
  reference: OwnerReference,
): void {
  const { apiVersion, kind, namespace, name, uid } = coordinates;
  const dependent = { apiVersion, kind, metadata: { ...(namespace === "" ? {} : { namespace }), name, uid } };
  const invalid = describeCoordinates(coordinatesOf(reference, namespace));
  const message = `ownerRef ${invalid} does not exist in namespace ${JSON.stringify(namespace)}`;
  recorder.record(dependent, "Warning", "OwnerRefInvalidNamespace", message);
}
