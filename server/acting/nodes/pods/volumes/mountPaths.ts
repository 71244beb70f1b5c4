import type { Container } from "kubernetes-types/core/v1";
import { ConfigError, expand, referencesIn } from "../environment/environment.ts";

/**
 * Checks `subPathExpr` mounts of a container, after expanding them with its environment.
 * @throws ConfigError with the kubelet's message
 */
export function checkMountPaths({ volumeMounts = [] }: Container, env: ReadonlyMap<string, string>): void {
  for (const { subPath, subPathExpr } of volumeMounts) {
    if (subPathExpr !== undefined && subPathExpr !== "") {
      const missing = referencesIn(subPathExpr).find((name) => name && !env.has(name));
      if (missing !== undefined) throw new ConfigError(`missing value for "${missing}"`);
    }
    const path = subPathExpr ? expand(subPathExpr, env) : (subPath ?? "");
    if (path.startsWith("/")) throw new ConfigError(`error SubPath \`${path}\` must not be an absolute path`);
    if (path.split("/").includes("..")) {
      throw new ConfigError(`unable to provision SubPath \`${path}\`: must not contain '..'`);
    }
  }
}
