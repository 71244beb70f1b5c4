/** A logged request as a line that somebody may type: for curl, and for the command-line client. */
import { parseRequestInfo, type RequestInfo } from "../../../shared/requestInfo.ts";
import { curlText, shellWord } from "../../resources/commandText.ts";
import type { LoggedRequest } from "./requestLog.ts";

/** What the texts are made of. */
export type Sent = Pick<LoggedRequest, "kind" | "method" | "path" | "accept" | "contentType" | "body" | "bodyWithheld">;

/** Stands for a body that the log does not keep. */
const WITHHELD = "@body.json";

const PATCH_TYPES: Readonly<Record<string, string>> = {
  "application/merge-patch+json": "merge",
  "application/json-patch+json": "json",
  "application/strategic-merge-patch+json": "strategic",
};

/** @param server address of the API server; credentials are the user's own matter */
export function curlLine(server: string, sent: Sent): string {
  const line = curlText(server, {
    method: sent.method as "GET",
    path: sent.path,
    contentType: sent.contentType,
    body: sent.bodyWithheld ? WITHHELD : sent.body,
  });
  const plain = sent.accept === "" || sent.accept === "application/json";
  const said = plain ? line : `${line} -H ${shellWord(`Accept: ${sent.accept}`)}`;
  return sent.kind === "watch" ? said.replace("curl ", "curl -N ") : said;
}

/** Query parameters that the client has flags for; a request with any other is sent raw. */
const FLAGS: Readonly<Record<string, (value: string) => string[]>> = {
  labelSelector: (value) => ["-l", value],
  fieldSelector: (value) => ["--field-selector", value],
  limit: (value) => ["--chunk-size", value],
  fieldManager: (value) => ["--field-manager", value],
  dryRun: () => ["--dry-run=server"],
  force: (value) => (value === "true" ? ["--force-conflicts"] : []),
  // Said by the client itself, whatever the flags.
  watch: () => [],
  allowWatchBookmarks: () => [],
  includeObject: () => [],
  resourceVersion: () => [],
  continue: () => [],
  fieldValidation: () => [],
};

const RAW_VERBS: Readonly<Record<string, string>> = { GET: "get", POST: "create", PUT: "replace", DELETE: "delete" };

/**
 * The nearest command. Requests that it has no word for become `--raw` ones; what it cannot say at all (a patch of an
 * unknown type) is undefined.
 */
export function clientLine(sent: Sent): string | undefined {
  const mark = sent.path.indexOf("?");
  const query = new URLSearchParams(mark < 0 ? "" : sent.path.slice(mark + 1));
  const path = decodeURIComponent(mark < 0 ? sent.path : sent.path.slice(0, mark));
  const info = parseRequestInfo(sent.method, path, query);
  const flags: string[] = [];
  let known = info.isResourceRequest && info.parts.length <= 3;
  for (const [name, value] of query) {
    const flag = FLAGS[name];
    if (flag === undefined) known = false;
    else flags.push(...flag(value));
  }
  const words = known ? wordsFor(info, sent) : undefined;
  if (words !== undefined)
    return ["kubectl", ...words, ...flags]
      .map(shellWord)
      .join(" ")
      .replace(` ${shellWord("<<body")}`, stdin(sent));
  const raw = RAW_VERBS[sent.method];
  if (raw === undefined) return undefined;
  return `kubectl ${raw} --raw ${shellWord(sent.path)}${sent.body === undefined && !sent.bodyWithheld ? "" : ` -f -${stdin(sent)}`}`;
}

const stdin = (sent: Sent): string =>
  sent.bodyWithheld ? " < body.json" : sent.body === undefined ? "" : ` <<< ${shellWord(sent.body)}`;

function wordsFor(info: RequestInfo, sent: Sent): string[] | undefined {
  const type = info.group === "" ? info.resource : `${info.resource}.${info.version}.${info.group}`;
  const target = [type, ...(info.name === "" ? [] : [info.name])];
  const sub = info.subresource === "" ? [] : ["--subresource", info.subresource];
  const namespace = info.resource === "namespaces" ? "" : info.namespace;
  const where = namespace === "" ? [] : ["-n", namespace];
  const everywhere = namespace === "" && info.name === "" && info.resource !== "namespaces" ? ["-A"] : [];
  switch (info.verb) {
    case "get":
      return ["get", ...target, ...where, ...sub, "-o", "yaml"];
    case "list":
      return ["get", ...target, ...where, ...everywhere];
    case "watch":
      return ["get", ...target, ...where, ...everywhere, "--watch"];
    case "create":
      return info.subresource === "" ? ["create", ...where, "-f", "-", "<<body"] : undefined;
    case "update":
      return ["replace", ...where, ...sub, "-f", "-", "<<body"];
    case "delete":
      return ["delete", ...target, ...where];
    case "patch": {
      if (sent.contentType.startsWith("application/apply-patch")) {
        return ["apply", "--server-side", ...where, ...sub, "-f", "-", "<<body"];
      }
      const patch = PATCH_TYPES[sent.contentType];
      if (patch === undefined) return undefined;
      const text = sent.bodyWithheld ? ["--patch-file", "body.json"] : ["-p", sent.body ?? ""];
      return ["patch", ...target, ...where, ...sub, "--type", patch, ...text];
    }
    default:
      return undefined;
  }
}
