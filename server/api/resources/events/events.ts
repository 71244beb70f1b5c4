import type { Column } from "../../registry/definition.ts";
import { defineResource } from "../../registry/definition.ts";
import { events as coreEvents } from "../core/events/events.ts";
import { fieldText } from "../core/selectable.ts";
import { fromCoreEvent, toCoreEvent } from "./conversion.ts";
import { eventStrategy } from "./eventStrategy.ts";

/** Computes a cell from the event's core form. */
const throughCore = (column: Column): Column => ({
  ...column,
  cell: (object, now, words) => column.cell(toCoreEvent(object), now, words),
});

/** `events.{domain}/v1` events: a view of the stored events of the core group. */
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
