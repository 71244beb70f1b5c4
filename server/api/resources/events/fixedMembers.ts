import type { EventSource, ObjectReference } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { invalidText, structText } from "../../../ground/formats/wording/goText.ts";
import type { asEvent } from "../core/views.ts";
import { validateImmutable } from "../strategies/immutable.ts";

type CoreEvent = ReturnType<typeof asEvent>;
type Check = (event: CoreEvent, old: CoreEvent) => FieldError[];

const MESSAGE = "field is immutable";

const plain =
  (path: string, read: (event: CoreEvent) => string | number): Check =>
  (event, old) =>
    validateImmutable(read(event), read(old), path);

const time =
  (path: string, read: (event: CoreEvent) => unknown): Check =>
  (event, old) =>
    (read(event) ?? null) === (read(old) ?? null) ? [] : [invalidText(path, timeText(read(event)), MESSAGE)];

/** `2026-01-01 00:00:02.5 +0000 UTC`; Go's zero time when there is none. */
function timeText(value: unknown): string {
  const [, date = "0001-01-01", clock = "00:00:00", fraction = ""] =
    /^([\d-]+)T([\d:]+)(\.\d+)?Z$/.exec(String(value ?? "")) ?? [];
  return `${date} ${clock}${fraction.replace(/\.?0+$/, "")} +0000 UTC`;
}

const reference =
  (path: string, read: (event: CoreEvent) => ObjectReference | null | undefined): Check =>
  (event, old) => {
    const value = read(event) ?? undefined;
    if (deepEqual(value ?? null, read(old) ?? null)) return [];
    return value === undefined ? [invalid(path, null, MESSAGE)] : [invalidText(path, referenceText(value), MESSAGE)];
  };

const referenceText = (value: ObjectReference): string =>
  structText("core.ObjectReference", {
    Kind: quoted(value.kind ?? ""),
    Namespace: quoted(value.namespace ?? ""),
    Name: quoted(value.name ?? ""),
    UID: quoted(value.uid ?? ""),
    APIVersion: quoted(value.apiVersion ?? ""),
    ResourceVersion: quoted(value.resourceVersion ?? ""),
    FieldPath: quoted(value.fieldPath ?? ""),
  });

const source: Check = (event, old) => {
  if (sourceText(event.source) === sourceText(old.source)) return [];
  return [invalidText("source", sourceText(event.source), MESSAGE)];
};

const sourceText = (value: EventSource | null | undefined): string =>
  structText("core.EventSource", { Component: quoted(value?.component ?? ""), Host: quoted(value?.host ?? "") });

const reason = plain("reason", (event) => event.reason ?? "");

/** In the reference's order, which checks the reason twice. Names are those of the core group. */
const CHECKS: readonly Check[] = [
  reference("involvedObject", (event) => event.involvedObject),
  reason,
  plain("message", (event) => event.message ?? ""),
  source,
  time("firstTimestamp", (event) => event.firstTimestamp),
  time("lastTimestamp", (event) => event.lastTimestamp),
  plain("count", (event) => event.count ?? 0),
  reason,
  plain("type", (event) => event.type ?? ""),
  time("eventTime", (event) => event.eventTime),
  plain("action", (event) => event.action ?? ""),
  reference("related", (event) => event.related),
  plain("reportingController", (event) => event.reportingComponent ?? ""),
  plain("reportingInstance", (event) => event.reportingInstance ?? ""),
];

/** Field errors of an update: of an event in the new form, only the series may change. */
export const validateFixedMembers = (event: CoreEvent, old: CoreEvent): FieldError[] =>
  CHECKS.flatMap((check) => check(event, old));
