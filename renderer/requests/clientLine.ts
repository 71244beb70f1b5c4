/** Requests as commands of the command-line client. */
import { append } from "../../shared/collections/append.ts";
import { parseRequestInfo, type RequestInfo } from "../../shared/requestInfo.ts";
import { percentDecoded } from "../../shared/text/percentDecoded.ts";
import { accessFlags, type ClientAccess, shellWord } from "./shellAccess.ts";
import { bodyText, type ShownRequest } from "./shownRequest.ts";

const PATCH_TYPES: Readonly<Record<string, string>> = {
  "application/merge-patch+json": "merge",
  "application/json-patch+json": "json",
  "application/strategic-merge-patch+json": "strategic",
};

/** Query parameters that correspond to flags of the client; a request with any other parameter becomes a raw one. */
const FLAGS: Readonly<Record<string, (value: string) => string[]>> = {
  labelSelector: (value) => ["-l", value],
  fieldSelector: (value) => ["--field-selector", value],
  limit: (value) => ["--chunk-size", value],
  fieldManager: (value) => ["--field-manager", value],
  dryRun: () => ["--dry-run=server"],
  force: (value) => (value === "true" ? ["--force-conflicts"] : []),
  // The client always sends this parameter, regardless of flags.
  watch: () => [],
  allowWatchBookmarks: () => [],
  includeObject: () => [],
  resourceVersion: () => [],
  continue: () => [],
  fieldValidation: () => [],
};

const RAW_VERBS: Readonly<Record<string, string>> = { GET: "get", POST: "create", PUT: "replace", DELETE: "delete" };

/**
 * The closest command. Requests without a matching command become `--raw` ones; undefined for requests that the client
 * cannot send at all (a patch of an unknown type).
 *
 * @param access the cluster and the identity of the request
 */
export function clientLine(request: ShownRequest, access: ClientAccess): string | undefined {
  const mark = request.path.indexOf("?");
  const query = new URLSearchParams(mark < 0 ? "" : request.path.slice(mark + 1));
  const written = mark < 0 ? request.path : request.path.slice(0, mark);
  const path = percentDecoded(written) ?? written;
  const info = parseRequestInfo(request.method, path, query);
  const flags: string[] = [];
  let known = info.isResourceRequest && info.parts.length <= 3;
  for (const [name, value] of query) {
    const flag = FLAGS[name];
    if (flag === undefined) known = false;
    else append(flags, flag(value));
  }
  const words = known ? wordsFor(info, request) : undefined;
  if (words !== undefined) {
    const line = ["kubectl", ...words, ...flags, ...accessFlags("kubectl", access)].map(shellWord).join(" ");
    return line.replace(` ${shellWord("<<body")}`, () => stdin(request));
  }
  const raw = RAW_VERBS[request.method];
  if (raw === undefined) return undefined;
  const input = stdin(request);
  const line = ["kubectl", raw, "--raw", request.path, ...accessFlags("kubectl", access)].map(shellWord).join(" ");
  return `${line}${input === "" ? "" : ` -f -${input}`}`;
}

function stdin(request: ShownRequest): string {
  if (request.bodyWithheld) return " < body.json";
  const body = bodyText(request);
  return body === undefined ? "" : ` <<< ${shellWord(body)}`;
}

function wordsFor(info: RequestInfo, request: ShownRequest): string[] | undefined {
  const sub = info.subresource === "" ? [] : ["--subresource", info.subresource];
  const namespace = info.resource === "namespaces" ? "" : info.namespace;
  const where = namespace === "" ? [] : ["-n", namespace];
  const target = targetWords(info, info.name === "" ? [] : [info.name], namespace);
  const everywhere = namespace === "" && info.name === "" && info.resource !== "namespaces" ? ["-A"] : [];
  switch (info.verb) {
    case "get":
      return ["get", ...target, ...sub, "-o", "yaml"];
    case "list":
      return ["get", ...target, ...everywhere];
    case "watch":
      return ["get", ...target, ...everywhere, "--watch"];
    case "create":
      return info.subresource === "" ? ["create", ...where, "-f", "-", "<<body"] : undefined;
    case "update":
      return ["replace", ...where, ...sub, "-f", "-", "<<body"];
    case "delete":
      return ["delete", ...target];
    case "patch": {
      if (request.contentType?.startsWith("application/apply-patch")) {
        return ["apply", "--server-side", ...where, ...sub, "-f", "-", "<<body"];
      }
      const patch = PATCH_TYPES[request.contentType ?? ""];
      if (patch === undefined) return undefined;
      const text = request.bodyWithheld ? ["--patch-file", "body.json"] : ["-p", bodyText(request) ?? ""];
      return ["patch", ...target, ...sub, "--type", patch, ...text];
    }
    default:
      return undefined;
  }
}

type Named = { name: string; namespace: string };
type NamedType = { group: string; version: string; resource: string };

function targetWords({ group, version, resource }: NamedType, names: readonly string[], namespace: string): string[] {
  const type = group === "" ? resource : `${resource}.${version}.${group}`;
  return [type, ...names, ...(namespace === "" ? [] : ["-n", namespace])];
}

/**
 * One command for many objects of a kind: one line per namespace.
 *
 * @param more flags and further words
 * @param access the cluster and the identity of the requests
 */
export function clientLines(
  verb: "delete" | "label" | "annotate",
  type: NamedType,
  objects: readonly Named[],
  more: readonly string[],
  access: ClientAccess,
): string[] {
  const namesIn = new Map<string, string[]>();
  for (const { namespace, name } of objects) {
    const names = namesIn.get(namespace);
    if (names === undefined) namesIn.set(namespace, [name]);
    else names.push(name);
  }
  const flags = accessFlags("kubectl", access);
  return [...namesIn].map(([namespace, names]) =>
    ["kubectl", verb, ...targetWords(type, names, namespace), ...more, ...flags].map(shellWord).join(" "),
  );
}
