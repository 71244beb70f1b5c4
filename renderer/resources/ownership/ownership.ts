/** The owners of each line of an object's YAML, from its managedFields. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, stringify } from "yaml";
import type { ValuePath } from "../../../shared/fieldset/locateField.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { claimsOf, owns } from "./claims.ts";

export interface Manager {
  /** Index of the manager; determines its colour. */
  index: number;
  name: string;
  operation: string;
  subresource: string;
  apiVersion: string;
  /** Milliseconds since the epoch; 0 if unknown. */
  time: number;
  /** Number of paths that the manager owns. */
  fields: number;
  /** Whether the entry is unreadable; it is shown without fields. */
  broken: boolean;
}

export interface OwnedLine {
  /** Line number, starting at 1. */
  number: number;
  text: string;
  /** Path of the value that begins on this line: `spec.replicas`; empty if none does. */
  path: string;
  /** Indexes of the managers that own the value. */
  owners: number[];
  /** Whether the value could have an owner, but has none. */
  unowned: boolean;
}

export interface Ownership {
  managers: Manager[];
  lines: OwnedLine[];
}

/** The lines to highlight: those of one manager, or those without an owner; undefined for all. */
export type OwnershipFilter = number | "unowned" | undefined;

/** Fields that only the server writes, or that identify the object; never in managedFields. */
const NEVER_OWNED = new Set([
  "apiVersion",
  "kind",
  "metadata",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "metadata.resourceVersion",
  "metadata.generation",
  "metadata.creationTimestamp",
  "metadata.deletionTimestamp",
  "metadata.deletionGracePeriodSeconds",
  "metadata.selfLink",
]);

/** Calls `visit` with the path of every value, and the offset of the line on which it begins. */
function walk(node: unknown, path: ValuePath, visit: (path: ValuePath, offset: number, leaf: boolean) => void): void {
  if (isMap(node)) {
    for (const pair of node.items) {
      const name = isScalar(pair.key) ? String(pair.key.value) : "";
      const below = [...path, name];
      const start = (pair.key as Node | null)?.range?.[0] ?? 0;
      visit(below, start, isLeaf(pair.value));
      walk(pair.value, below, visit);
    }
  } else if (isSeq(node)) {
    node.items.forEach((item, index) => {
      const below = [...path, index];
      visit(below, (item as Node).range?.[0] ?? 0, isLeaf(item));
      walk(item, below, visit);
    });
  }
}

const isLeaf = (node: unknown): boolean => !((isMap(node) || isSeq(node)) && node.items.length > 0);

/** A path as text: `spec.containers[0].image`. */
export function pathLabel(path: ValuePath): string {
  return path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : text === "" ? part : `${text}.${part}`),
    "",
  );
}

/** The YAML of the object without its managedFields, line by line, each with its owners. */
export function ownershipOf(object: ApiObject): Ownership {
  const entries = object.metadata.managedFields ?? [];
  const { managedFields: _managed, ...metadata } = object.metadata;
  const { apiVersion, kind, metadata: _metadata, ...rest } = object;
  const shown = { apiVersion, kind, metadata, ...rest } as ApiObject;
  const read = entries.map((entry) => claimsOf(shown, entry));
  const managers = entries.map(
    (entry, index): Manager => ({
      index,
      name: entry.manager ?? "",
      operation: entry.operation ?? "",
      subresource: entry.subresource ?? "",
      apiVersion: entry.apiVersion ?? "",
      time: entry.time === undefined ? 0 : Date.parse(entry.time) || 0,
      fields: read[index]?.fields ?? 0,
      broken: read[index]?.broken ?? false,
    }),
  );
  const text = stringify(shown, { lineWidth: 0 }).trimEnd();
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: false });
  const lines = text.split("\n").map(
    (line, i): OwnedLine => ({
      number: i + 1,
      text: line,
      path: "",
      owners: [],
      unowned: false,
    }),
  );
  walk(document.contents, [], (path, offset, leaf) => {
    const line = lines[counter.linePos(offset).line - 1];
    if (line === undefined) return;
    const owners = read.flatMap(({ claims }, index) => (owns(claims, path) ? [index] : []));
    const label = pathLabel(path);
    // Several values may begin on one line (`- name: web`): the line belongs to the owners of all of them.
    line.owners = [...new Set([...line.owners, ...owners])].sort((a, b) => a - b);
    line.path = label;
    line.unowned = leaf && line.owners.length === 0 && !NEVER_OWNED.has(label);
  });
  inheritOwners(lines);
  return { managers, lines };
}

/** Gives the lines of a multi-line text the owners of its first line. */
function inheritOwners(lines: OwnedLine[]): void {
  lines.forEach((line, i) => {
    const before = lines[i - 1];
    if (line.path !== "" || before === undefined) return;
    line.owners = before.owners;
    line.unowned = before.unowned;
  });
}
