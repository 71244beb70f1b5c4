/** Diagnostic pages about a running server: `/statusz` and `/flagz`, each behind its own feature gate. */
import { notAcceptable } from "../../../../shared/status.ts";
import { header, type RequestContext } from "../../../ground/request/context.ts";
import { plainText } from "../../../ground/request/plainText.ts";
import { exactly, type PathHandler } from "./nonResource.ts";
import { API_VERSION } from "./version.ts";

const WARNING =
  "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.";

export interface ZPageParts {
  /** Name of the component, such as `kube-apiserver`. */
  readonly component: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** When the server started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The value of each flag. */
  readonly flags: Readonly<Record<string, string>>;
}

/** Other diagnostic endpoints, listed on the page. */
const ENDPOINTS = ["healthz", "livez", "metrics", "readyz"];

/** `/statusz`: how long the server has been running, and its versions. */
export function statuszRoute({ component, now, startedAt }: ZPageParts): readonly [string, PathHandler] {
  return exactly("/statusz", async (context) => {
    requirePlainText(context);
    const seconds = Math.floor((now() - startedAt) / 1000);
    const up = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const lines = [
      "",
      `${component} statusz`,
      WARNING,
      "",
      `Started: ${new Date(startedAt).toUTCString()}`,
      `Up: ${up.map((part) => String(part).padStart(2, "0")).join(":")}`,
      `Runtime version: ${process.version}`,
      `Binary version: ${API_VERSION.gitVersion.slice(1)}`,
      "",
      "List of useful endpoints",
      "--------------",
      ...ENDPOINTS.map((name) => `${name}: /${name}`),
      "",
    ];
    return plainText(lines.join("\n"));
  });
}

/** `/flagz`: the value of every flag. Flags name files, and contain no secrets. */
export function flagzRoute({ component, flags }: ZPageParts): readonly [string, PathHandler] {
  return exactly("/flagz", async (context) => {
    requirePlainText(context);
    const names = Object.keys(flags).sort();
    const lines = ["", `${component} flags`, WARNING, "", ...names.map((name) => `${name}=${flags[name] ?? ""}`), ""];
    return plainText(lines.join("\n"));
  });
}

/** @throws ApiError 406 for clients that do not accept plain text */
function requirePlainText(context: RequestContext): void {
  const accept = header(context, "accept");
  if (accept === "" || /(^|,)\s*(text\/plain|text\/\*|\*\/\*)/.test(accept)) return;
  throw notAcceptable("406: Not Acceptable\n\nAvailable representations: text/plain");
}
