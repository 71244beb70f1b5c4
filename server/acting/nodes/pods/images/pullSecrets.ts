import type { ApiObject } from "../../../../../shared/object.ts";
import type { EventRecorder } from "../../../events/eventRecorder.ts";
import type { NodePod } from "../podParts.ts";

/** Data keys of secrets with registry credentials. */
const CONFIG = ".dockerconfigjson";
const OLD_CONFIG = ".dockercfg";
/** Names of the default registry. */
const DEFAULT_REGISTRIES = new Set(["index.docker.io", "registry-1.docker.io"]);

/** The registries for which a pod has credentials, and those of its pull secrets that do not exist. */
export interface PullCredentials {
  readonly registries: ReadonlySet<string>;
  readonly missing: readonly string[];
}

/** Reads the registry names from a pod's pull secrets; the credentials themselves are not read. */
export function pullCredentials({ spec }: NodePod, secret: (name: string) => ApiObject | undefined): PullCredentials {
  const names = (spec.imagePullSecrets ?? []).flatMap(({ name = "" }) => (name === "" ? [] : [name]));
  const found = names.map((name) => ({ name, object: secret(name) }));
  const registries = found.flatMap(({ object }) => registriesIn((object?.["data"] ?? {}) as Record<string, string>));
  return {
    registries: new Set(registries),
    missing: found.flatMap(({ name, object }) => (object === undefined ? [name] : [])),
  };
}

/** Writes an Event that pull secrets of a pod do not exist: its images may or may not need them. */
export function reportMissingSecrets(
  recorder: Pick<EventRecorder, "record">,
  pod: NodePod,
  { missing }: PullCredentials,
) {
  if (missing.length === 0) return;
  const text = `Unable to retrieve some image pull secrets (${missing.join(", ")}); attempting to pull the image may not succeed.`;
  recorder.record(pod, "Warning", "FailedToRetrieveImagePullSecret", text);
}

function registriesIn(data: Readonly<Record<string, string>>): string[] {
  const config = parsed(data[CONFIG]);
  const auths = "auths" in config ? config["auths"] : parsed(data[OLD_CONFIG]);
  if (typeof auths !== "object" || auths === null) return [];
  return Object.keys(auths).map((key) => {
    const [host = ""] = key.replace(/^https?:\/\//, "").split("/", 1);
    return DEFAULT_REGISTRIES.has(host) ? "docker.io" : host;
  });
}

/** Returns an empty object for anything that is not a JSON object. */
function parsed(encoded: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded ?? "", "base64").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
