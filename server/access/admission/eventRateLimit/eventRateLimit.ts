import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";
import { type Limit, type LimitType, readLimits } from "./limits.ts";
import { tokenBuckets } from "./tokenBuckets.ts";

const DEFAULT_SIZE = 4096;

interface EventParts {
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly involvedObject?: Readonly<Record<string, string | undefined>>;
}

/** The key of requests that share a limit, by the limit's type. */
const KEYS: Readonly<Record<LimitType, (request: AdmissionRequest) => string>> = {
  Server: () => "",
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.username,
  SourceAndObject: ({ object }) => (object === undefined ? "" : sourceAndObject(object)),
};

/**
 * Refuses events that exceed the configured rate limits.
 * @throws Error when the configuration is missing or invalid
 */
export function eventRateLimit({
  vocabulary,
  configurations,
  now,
}: Pick<AdmissionDependencies, "vocabulary" | "configurations" | "now">): AdmissionPlugin {
  const configuration = configurations?.get("EventRateLimit");
  if (configuration === undefined) throw new Error("a configuration with limits is needed");
  const limits = readLimits(configuration, vocabulary).map((limit: Limit) => {
    const { type, qps, burst, cacheSize } = limit;
    const size = type === "Server" ? 1 : cacheSize || DEFAULT_SIZE;
    return { type, keyOf: KEYS[type], take: tokenBuckets({ rate: qps, burst, size }, now) };
  });
  return {
    name: "EventRateLimit",
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") &&
      !request.dryRun &&
      isAbout(request, "events", "", request.subresource),
    validate(request) {
      const reached = limits.flatMap(({ type, keyOf, take }) => {
        const key = keyOf(request);
        return take(key) ? [] : [`limit reached on type ${type} for key ${key}`];
      });
      if (reached.length === 0) return;
      throw new ApiError(429, "TooManyRequests", `Too many requests: ${aggregateText(reached)}`);
    },
  };
}

function sourceAndObject(event: ApiObject): string {
  const { source = {}, involvedObject: object = {} } = event as EventParts;
  const { kind, namespace, name, uid, apiVersion } = object;
  return [source.component, source.host, kind, namespace, name, uid, apiVersion].map((text) => text ?? "").join("");
}
