/** Requests as people would send them by hand: shown before anything is sent. */
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";

export interface PlannedRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** API path with its query. */
  path: string;
  contentType?: string | undefined;
  body?: unknown;
}

export type Propagation = "Background" | "Foreground" | "Orphan";

/** Quotes a word for a POSIX shell, only when it needs to be. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A `curl` line. @param server address of the API server; credentials are the user's own matter */
export function curlText(server: string, request: PlannedRequest): string {
  const words = ["curl", "-X", request.method, shellWord(`${server}${request.path}`)];
  if (request.body !== undefined) {
    const text = typeof request.body === "string" ? request.body : JSON.stringify(request.body);
    words.push("-H", shellWord(`Content-Type: ${request.contentType ?? "application/json"}`), "-d", shellWord(text));
  }
  return words.join(" ");
}

/** The DELETE of one object. @param uid sent as a precondition: another object that took the name is not hit */
export function deleteRequest(locator: ResourceLocator, propagation: Propagation, uid?: string): PlannedRequest {
  return {
    method: "DELETE",
    path: resourcePath(locator),
    body: {
      apiVersion: "v1",
      kind: "DeleteOptions",
      propagationPolicy: propagation,
      ...(uid === undefined ? {} : { preconditions: { uid } }),
    },
  };
}

/** Values by key; null takes the key away. */
export type MetadataChange = Readonly<Record<string, string | null>>;

/** A merge patch of labels or annotations. */
export function metadataRequest(
  locator: ResourceLocator,
  field: "labels" | "annotations",
  change: MetadataChange,
  fieldManager: string,
): PlannedRequest {
  return {
    method: "PATCH",
    path: withQuery(resourcePath(locator), { fieldManager }),
    contentType: "application/merge-patch+json",
    body: { metadata: { [field]: change } },
  };
}

type Named = { name: string; namespace: string };

function targetWords(resource: string, group: string, objects: readonly Named[]): string[] {
  const namespace = objects[0]?.namespace ?? "";
  const type = group === "" ? resource : `${resource}.${group}`;
  return [type, ...objects.map((o) => o.name), ...(namespace === "" ? [] : ["-n", namespace])].map(shellWord);
}

/** The same as lines for the command-line client, one per namespace. */
export function clientLines(
  verb: "delete" | "label" | "annotate",
  type: { resource: string; group: string },
  objects: readonly Named[],
  more: readonly string[],
): string[] {
  const byNamespace = new Map<string, Named[]>();
  for (const object of objects)
    byNamespace.set(object.namespace, [...(byNamespace.get(object.namespace) ?? []), object]);
  return [...byNamespace.values()].map((group) =>
    ["kubectl", verb, ...targetWords(type.resource, type.group, group), ...more.map(shellWord)].join(" "),
  );
}

/** `key=value`, or `key-` for what is taken away. */
export const changeWords = (change: MetadataChange): string[] =>
  Object.entries(change).map(([key, value]) => (value === null ? `${key}-` : `${key}=${value}`));

/**
 * Reads `a=1 b- c=` as the command-line client does; commas and line breaks separate as well.
 *
 * @returns undefined when a word is neither
 */
export function parseChange(text: string): MetadataChange | undefined {
  const change: Record<string, string | null> = {};
  for (const word of text.split(/[\s,]+/).filter((each) => each !== "")) {
    const equals = word.indexOf("=");
    if (equals > 0) change[word.slice(0, equals)] = word.slice(equals + 1);
    else if (equals < 0 && word.length > 1 && word.endsWith("-")) change[word.slice(0, -1)] = null;
    else return undefined;
  }
  return Object.keys(change).length === 0 ? undefined : change;
}
