import { nameColumn, textColumn, wide } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { fieldText } from "../selectable.ts";
import { asEvent } from "../views.ts";
import { countOf, firstSeen, lastSeen, sourceText, targetText } from "./eventCells.ts";
import { validateEvent } from "./eventValidation.ts";

const FIELD_PATH =
  'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.';

/** Reports of events that happened to other objects. */
export const events = defineResource({
  group: "",
  version: "v1",
  kind: "Event",
  plural: "events",
  singular: "event",
  scope: "Namespaced",
  definition: "api.core.v1.Event",
  shortNames: ["ev"],
  uncached: true,
  strategy: {
    plainMetadata: true,
    expires: true,
    defaultDeletion: "Unsupported",
    metadataOnUpdate: [],
    allowCreateOnUpdate: true,
    validate: (context, object) => validateEvent(asEvent(object), context.vocabulary),
  },
  columns: [
    textColumn("Last Seen", "The time at which the most recent occurrence of this event was recorded.", (object, now) =>
      lastSeen(asEvent(object), now),
    ),
    textColumn(
      "Type",
      "Type of this event (Normal, Warning), new types could be added in the future",
      (object) => asEvent(object).type ?? "",
    ),
    textColumn(
      "Reason",
      "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
      (object) => asEvent(object).reason ?? "",
    ),
    textColumn("Object", "The object that this event is about.", (object) => targetText(asEvent(object))),
    wide(textColumn("Subobject", FIELD_PATH, (object) => asEvent(object).involvedObject?.fieldPath ?? "")),
    wide(
      textColumn(
        "Source",
        "The component reporting this event. Should be a short machine understandable string.",
        (object) => sourceText(asEvent(object)),
      ),
    ),
    textColumn("Message", "A human-readable description of the status of this operation.", (object) =>
      (asEvent(object).message ?? "").trim(),
    ),
    wide(
      textColumn(
        "First Seen",
        "The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)",
        (object, now) => firstSeen(asEvent(object), now),
      ),
    ),
    wide(textColumn("Count", "The number of times this event has occurred.", (object) => countOf(asEvent(object)))),
    { ...nameColumn, priority: 1 },
  ],
  selectableFields: {
    "involvedObject.kind": fieldText("involvedObject", "kind"),
    "involvedObject.namespace": fieldText("involvedObject", "namespace"),
    "involvedObject.name": fieldText("involvedObject", "name"),
    "involvedObject.uid": fieldText("involvedObject", "uid"),
    "involvedObject.apiVersion": fieldText("involvedObject", "apiVersion"),
    "involvedObject.resourceVersion": fieldText("involvedObject", "resourceVersion"),
    "involvedObject.fieldPath": fieldText("involvedObject", "fieldPath"),
    reason: fieldText("reason"),
    reportingComponent: fieldText("reportingComponent"),
    source: (object) => {
      const event = asEvent(object);
      return (event.source?.component ?? "") === ""
        ? (event.reportingComponent ?? "")
        : (event.source?.component ?? "");
    },
    type: fieldText("type"),
  },
});
