import type { GroupVersionKind } from "../../../../shared/object.ts";
import { isTrue } from "../../../../shared/requestInfo.ts";

/** The options of a connection, in the form of the object that admission sees. */
export interface ConnectOptions {
  readonly kind: GroupVersionKind;
  readonly fields: Readonly<Record<string, unknown>>;
}

const STREAMS = ["stdin", "stdout", "stderr", "tty"] as const;

/**
 * The options of a connecting sub-resource, from the query; undefined for a sub-resource that is only read (`log`).
 * @param path the request's path after the sub-resource, without a leading slash
 */
export function connectOptions(
  resource: string,
  subresource: string,
  query: URLSearchParams,
  path: string,
): ConnectOptions | undefined {
  const of = (kind: string, fields: Readonly<Record<string, unknown>>): ConnectOptions => ({
    kind: { group: "", version: "v1", kind },
    fields,
  });
  const container = query.get("container") ?? "";
  const streams = {
    ...Object.fromEntries(STREAMS.filter((name) => isTrue(query.get(name))).map((name) => [name, true])),
    ...(container === "" ? {} : { container }),
  };
  switch (`${resource}/${subresource}`) {
    case "pods/exec": {
      const command = query.getAll("command");
      return of("PodExecOptions", { ...streams, ...(command.length === 0 ? {} : { command }) });
    }
    case "pods/attach":
      return of("PodAttachOptions", streams);
    case "pods/portforward": {
      const ports = query
        .getAll("ports")
        .flatMap((text) => text.split(","))
        .map(Number)
        .filter(Number.isInteger);
      return of("PodPortForwardOptions", ports.length === 0 ? {} : { ports });
    }
    case "pods/proxy":
      return of("PodProxyOptions", proxied(path));
    case "services/proxy":
      return of("ServiceProxyOptions", proxied(path));
    case "nodes/proxy":
      return of("NodeProxyOptions", proxied(path));
    default:
      return undefined;
  }
}

const proxied = (path: string): { path: string } => ({ path: `/${path}` });
