/** The owners of each line of an object's YAML, from its managedFields. */
import type { ValuePath } from "../../../shared/fieldset/locateField.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { type YamlPlaces, yamlText } from "../../../shared/yaml/writeYaml.ts";
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
  /** Path of the value that begins on this line: `spec.replicas`; empty if no value begins here. */
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

/** `spec.containers[0].image`. */
export function pathLabel(path: ValuePath): string {
  return path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : text === "" ? part : `${text}.${part}`),
    "",
  );
}

/** Calls `visit` with the path of every value, its first line (from 0), and whether it is a scalar or empty. */
function eachPlace(visit: (path: ValuePath, line: number, leaf: boolean) => void): YamlPlaces {
  const path: (string | number)[] = [];
  return {
    enter(name, line, leaf) {
      path.push(name);
      visit(path, line, leaf);
    },
    leave: () => path.pop(),
  };
}

/** Returns the line at an index (from 0); creates it, and all lines before it, if missing. */
function lineAt(lines: OwnedLine[], at: number): OwnedLine {
  while (lines.length <= at) {
    lines.push({ number: lines.length + 1, text: "", path: "", owners: [], unowned: false });
  }
  return lines[at] as OwnedLine;
}

/** The lines of the object's YAML without managedFields, each with its owners. */
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
  const lines: OwnedLine[] = [];
  const text = yamlText(
    shown,
    eachPlace((path, at, leaf) => {
      // Several values may begin on one line (`- name: web`): the line belongs to all owners of any of them.
      const line = lineAt(lines, at);
      const owners = read.flatMap(({ claims }, index) => (owns(claims, path) ? [index] : []));
      const label = pathLabel(path);
      line.owners = [...new Set([...line.owners, ...owners])].sort((a, b) => a - b);
      line.path = label;
      line.unowned = leaf && line.owners.length === 0 && !NEVER_OWNED.has(label);
    }),
  ).trimEnd();
  for (const [at, line] of text.split("\n").entries()) lineAt(lines, at).text = line;
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
