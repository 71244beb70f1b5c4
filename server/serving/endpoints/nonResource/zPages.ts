/** Pages for people about a running server: `/statusz` and `/flagz`, each behind a gate of its own. */
import { notAcceptable } from "../../../../shared/status.ts";
import { header, type RequestContext } from "../../../ground/request/context.ts";
import { plainText } from "../../../ground/request/plainText.ts";
import { exactly, type PathHandler } from "./nonResource.ts";
import { API_VERSION } from "./version.ts";

const WARNING =
  "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.";

export interface ZPageParts {
  /** `kube-apiserver`. */
  readonly component: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** When the server started. */
  readonly startedAt: number;
  /** What each flag is set to. */
  readonly flags: Readonly<Record<string, string>>;
}

/** Where people look further. */
const ENDPOINTS = ["healthz", "livez", "metrics", "readyz"];

/** `/statusz`: since when the server runs, and what it is. */
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

/** `/flagz`: what every flag is set to. Flags name files, and hold no secrets. */
export function flagzRoute({ component, flags }: ZPageParts): readonly [string, PathHandler] {
  return exactly("/flagz", async (context) => {
    requirePlainText(context);
    const names = Object.keys(flags).sort();
    const lines = ["", `${component} flags`, WARNING, "", ...names.map((name) => `${name}=${flags[name] ?? ""}`), ""];
    return plainText(lines.join("\n"));
  });
}

/** @throws ApiError 406 for clients that want something else */
function requirePlainText(context: RequestContext): void {
  const accept = header(context, "accept");
  if (accept === "" || /(^|,)\s*(text\/plain|text\/\*|\*\/\*)/.test(accept)) return;
  throw notAcceptable("406: Not Acceptable\n\nAvailable representations: text/plain");
}
