/**
 * Formats an object as text: first the fields that all kinds have, then its own fields as an outline, then its events.
 */
import type { ApiObject } from "../../../shared/object.ts";
import { trimEndOf } from "../../../shared/text/trimEnd.ts";
import { formatAge } from "../../ui/age/formatAge.ts";
import { textOf } from "./columns.ts";

const NONE = "<none>";
const STEP = "  ";

/** Kinds whose values must not appear in the output. */
const HIDDEN_DATA = new Set(["Secret"]);

interface EventFields {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly note?: string;
  readonly count?: number;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly source?: { readonly component?: string };
  readonly reportingComponent?: string;
}

/** @param now milliseconds since the epoch */
export function describeObject(object: ApiObject, events: readonly ApiObject[], now: number): string {
  const { apiVersion = "", kind = "", metadata, ...fields } = object;
  const head: [string, string][] = [["Name", metadata.name ?? ""]];
  if (metadata.namespace !== undefined) head.push(["Namespace", metadata.namespace]);
  head.push(["Kind", `${kind} (${apiVersion})`]);
  head.push(["Created", `${metadata.creationTimestamp ?? NONE}${ageOf(metadata.creationTimestamp, now)}`]);
  if (metadata.deletionTimestamp !== undefined) {
    head.push(["Deleted", `${metadata.deletionTimestamp}${ageOf(metadata.deletionTimestamp, now)}`]);
  }
  const owner = (metadata.ownerReferences ?? []).find(({ controller }) => controller === true);
  if (owner !== undefined) head.push(["Controlled by", `${owner.kind}/${owner.name}`]);
  const width = Math.max(...head.map(([word]) => word.length)) + 1;
  const lines = head.map(([word, value]) => `${`${word}:`.padEnd(width + STEP.length)}${value}`);
  lines.push(...pairs("Labels", metadata.labels), ...pairs("Annotations", metadata.annotations));
  for (const [name, value] of Object.entries(fields)) {
    if (HIDDEN_DATA.has(kind) && (name === "data" || name === "stringData")) lines.push(...sizes(name, value));
    else lines.push(...outline(name, value, ""));
  }
  lines.push(...eventLines(events, now));
  return lines.join("\n");
}

const ageOf = (time: string | null | undefined, now: number): string =>
  time === undefined || time === null ? "" : ` (${formatAge(Math.max(0, now - Date.parse(time)))} ago)`;

function pairs(title: string, map: Readonly<Record<string, string>> | undefined): string[] {
  const entries = Object.entries(map ?? {});
  if (entries.length === 0) return [`${title}: ${NONE}`];
  return [`${title}:`, ...entries.map(([key, value]) => `${STEP}${key}=${value}`)];
}

/** The length of each value of a secret, never the value. */
function sizes(name: string, data: unknown): string[] {
  const entries = Object.entries((data ?? {}) as Record<string, string>);
  const bytes = (text: string): number =>
    name === "data" ? Math.floor((trimEndOf(text, "=").length * 3) / 4) : new TextEncoder().encode(text).length;
  return [`${words(name)}:`, ...entries.map(([key, value]) => `${STEP}${key}: ${bytes(value)} bytes`)];
}

/** A list of plain values takes one line; in a list of objects, each one starts with a dash. */
function outline(name: string, value: unknown, indent: string): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return plain(`${indent}${words(name)}:`, String(value), indent + STEP);
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    return [`${indent}${words(name)}:`, ...value.flatMap((item) => itemLines(item, indent + STEP))];
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${indent}${words(name)}: {}`];
  return [`${indent}${words(name)}:`, ...entries.flatMap(([key, each]) => outline(key, each, indent + STEP))];
}

function itemLines(item: unknown, indent: string): string[] {
  if (typeof item !== "object" || item === null) return plain(`${indent}-`, String(item), indent + STEP);
  const lines = Object.entries(item).flatMap(([key, each]) => outline(key, each, indent + STEP));
  const [first = ""] = lines;
  return [`${indent}- ${first.trimStart()}`, ...lines.slice(1)];
}

function plain(head: string, text: string, indent: string): string[] {
  const [first = "", ...more] = text.split("\n");
  if (more.length === 0) return [`${head} ${first}`];
  return [head, ...[first, ...more].map((line) => `${indent}${line}`)];
}

/** Field names as words; names that are data (labels, keys with dots) are left unchanged. */
const words = (name: string): string =>
  /^[a-z][A-Za-z0-9]*$/.test(name)
    ? name.replace(/^./, (letter) => letter.toUpperCase()).replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    : name;

function eventLines(events: readonly ApiObject[], now: number): string[] {
  if (events.length === 0) return [`Events: ${NONE}`];
  const rows = events.map((event) => {
    const { type, reason, message, note, count, source, reportingComponent, ...times } = event as EventFields;
    const last = times.lastTimestamp ?? times.eventTime ?? event.metadata.creationTimestamp;
    const age = last === undefined || last === null ? "" : formatAge(Math.max(0, now - Date.parse(last)));
    const often = count !== undefined && count > 1 ? `${age} (x${count})` : age;
    return [type ?? "", reason ?? "", often, source?.component ?? reportingComponent ?? "", message ?? note ?? ""];
  });
  const table = textOf([["Type", "Reason", "Age", "From", "Message"], ...rows]);
  return ["Events:", ...table.split("\n").map((line) => `${STEP}${line}`)];
}
