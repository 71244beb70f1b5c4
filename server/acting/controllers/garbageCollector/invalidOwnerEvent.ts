import type { OwnerReference } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { ControllerParts } from "../controller.ts";
import { coordinatesOf, describeCoordinates, type Node } from "./node.ts";

const COMPONENT = "garbage-collector-controller";

/**
 * Writes an Event about a dependent that names an owner in another namespace. Rejects when the Event cannot be written.
 */
export function invalidOwnerReporter({
  client,
  now,
}: Pick<ControllerParts, "client" | "now">): (dependent: Node, reference: OwnerReference) => Promise<void> {
  let reported = 0;
  return async (dependent, reference) => {
    const { apiVersion, kind, namespace, name, uid } = dependent.coordinates;
    const eventNamespace = namespace === "" ? "default" : namespace;
    const time = timestamp(now());
    reported = (reported + 1) % 1_000_000;
    // The reference names Events by nanoseconds.
    const moment = BigInt(now()) * 1_000_000n + BigInt(reported);
    const invalid = describeCoordinates(coordinatesOf(reference, namespace));
    await client.create(
      { group: "", version: "v1", resource: "events", namespace: eventNamespace },
      {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: `${name}.${moment.toString(16)}`, namespace: eventNamespace },
        involvedObject: { apiVersion, kind, ...(namespace === "" ? {} : { namespace }), name, uid },
        type: "Warning",
        reason: "OwnerRefInvalidNamespace",
        message: `ownerRef ${invalid} does not exist in namespace ${JSON.stringify(namespace)}`,
        count: 1,
        firstTimestamp: time,
        lastTimestamp: time,
        source: { component: COMPONENT },
        reportingComponent: COMPONENT,
      },
    );
  };
}
