import { isMap, LineCounter } from "yaml";
import type { ApiObject } from "../../../shared/object.ts";
import { readYamlDocuments } from "../../../shared/yaml/readYamlDocuments.ts";

/** The kinds that determine access, with their resources. */
export const RBAC_KINDS = {
  ClusterRole: "clusterroles",
  Role: "roles",
  ClusterRoleBinding: "clusterrolebindings",
  RoleBinding: "rolebindings",
} as const;

export type RbacKind = keyof typeof RBAC_KINDS;

/** Why a document is rejected; the last part of the key of its message. */
type DraftProblemKind = "syntax" | "kind" | "group" | "name" | "namespace";

/** Why a document of the text is rejected. */
export interface DraftProblem {
  /** Starts at 1. */
  readonly line: number;
  readonly kind: DraftProblemKind;
  readonly detail: string;
}

/** A document that can be applied. */
export interface DraftObject {
  readonly kind: RbacKind;
  /** Empty for cluster roles and their bindings. */
  readonly namespace: string;
  readonly name: string;
  readonly object: ApiObject;
  readonly line: number;
}

interface ParsedDrafts {
  readonly objects: readonly DraftObject[];
  readonly problems: readonly DraftProblem[];
}

/** Reads YAML documents of roles and bindings. Reports unreadable documents with their line, and accepts the rest. */
export function parseDrafts(text: string, rbacGroup: string): ParsedDrafts {
  const lines = new LineCounter();
  const documents = readYamlDocuments(text, { lines });
  const objects: DraftObject[] = [];
  const problems: DraftProblem[] = [];
  for (const document of documents) {
    const line = lines.linePos(document.contents?.range?.[0] ?? 0).line;
    const [error] = document.errors;
    if (error !== undefined) {
      problems.push({
        line: error.linePos?.[0].line ?? line,
        kind: "syntax",
        detail: error.message.split("\n")[0] ?? "",
      });
      continue;
    }
    if (document.contents === null) continue;
    const value: unknown = isMap(document.contents) ? document.toJS({ maxAliasCount: 100 }) : undefined;
    for (const item of itemsOf(value)) {
      const read = readObject(item, line, rbacGroup);
      if ("detail" in read) problems.push(read);
      else objects.push(read);
    }
  }
  return { objects, problems };
}

/** Replaces a List by its items. */
function itemsOf(value: unknown): unknown[] {
  const list = value as { kind?: unknown; items?: unknown } | undefined;
  return list?.kind === "List" && Array.isArray(list.items) ? list.items : [value];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function readObject(value: unknown, line: number, rbacGroup: string): DraftObject | DraftProblem {
  const object = (value ?? {}) as ApiObject;
  const kind = textOf(object.kind);
  const metadata = (object.metadata ?? {}) as { name?: unknown; namespace?: unknown };
  const name = textOf(metadata.name);
  if (!isRbacKind(kind)) return { line, kind: "kind", detail: kind };
  if (textOf(object.apiVersion) !== `${rbacGroup}/v1`)
    return { line, kind: "group", detail: textOf(object.apiVersion) };
  if (name === "") return { line, kind: "name", detail: kind };
  const namespaced = kind === "Role" || kind === "RoleBinding";
  const namespace = namespaced ? textOf(metadata.namespace) : "";
  if (namespaced && namespace === "") return { line, kind: "namespace", detail: `${kind} ${name}` };
  return { kind, namespace, name, object, line };
}

const isRbacKind = (kind: string): kind is RbacKind => Object.hasOwn(RBAC_KINDS, kind);
