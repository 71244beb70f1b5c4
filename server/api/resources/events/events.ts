import type { Column } from "../../registry/definition.ts";
import { defineResource } from "../../registry/definition.ts";
import { events as coreEvents } from "../core/events/events.ts";
import { fieldText } from "../core/selectable.ts";
import { fromCoreEvent, toCoreEvent } from "./conversion.ts";
import { eventStrategy } from "./eventStrategy.ts";

/** Shows what the core group would show of the same event. */
const throughCore = (column: Column): Column => ({
  ...column,
  cell: (object, now) => column.cell(toCoreEvent(object), now),
});

/** `events.{domain}/v1` events: another form of the core group's, which are what is stored. */
export const events = defineResource({
  group: "events.{domain}",
  version: "v1",
  kind: "Event",
  plural: "events",
  singular: "event",
  scope: "Namespaced",
  definition: "api.events.v1.Event",
  shortNames: ["ev"],
  uncached: true,
  strategy: eventStrategy,
  columns: coreEvents.columns.map(throughCore),
  selectableFields: {
    reason: fieldText("reason"),
    "regarding.kind": fieldText("regarding", "kind"),
    "regarding.namespace": fieldText("regarding", "namespace"),
    "regarding.name": fieldText("regarding", "name"),
    "regarding.uid": fieldText("regarding", "uid"),
    "regarding.apiVersion": fieldText("regarding", "apiVersion"),
    "regarding.resourceVersion": fieldText("regarding", "resourceVersion"),
    "regarding.fieldPath": fieldText("regarding", "fieldPath"),
    reportingController: fieldText("reportingController"),
    type: fieldText("type"),
  },
  storedAs: {
    group: "",
    version: "v1",
    resource: "events",
    toStorage: toCoreEvent,
    fromStorage: fromCoreEvent,
  },
});
