/** The requests that create objects from manifests. The server knows where a kind is served. */
import { type Ask, bodyOf, valueAt } from "../lessons/checkEngine.ts";
import type { LessonRequest } from "../lessons/lesson.ts";
import { LessonError } from "../lessons/lifecycle.ts";
import { parseApiVersion } from "../object.ts";
import { resourcePath } from "../resourcePath.ts";
import type { Manifest } from "./manifest.ts";

interface ServedKind {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/**
 * Tells the request that creates an object; without a namespace it belongs to `own`. @throws LessonError when its kind is not
 * served
 */
export function creations(ask: Ask, own = "default"): (manifest: Manifest) => Promise<LessonRequest> {
  const served = new Map<string, Promise<readonly ServedKind[]>>();
  return async (manifest) => {
    const { apiVersion, kind, metadata } = manifest;
    const { group, version } = parseApiVersion(apiVersion);
    let kinds = served.get(apiVersion);
    if (kinds === undefined) {
      kinds = servedKinds(ask, group === "" ? `/api/${version}` : `/apis/${group}/${version}`);
      served.set(apiVersion, kinds);
    }
    const found = (await kinds).find((each) => each.kind === kind && !each.name.includes("/"));
    if (found === undefined) throw new LessonError(`the server does not serve ${apiVersion} ${kind}`);
    const namespace = found.namespaced ? (metadata.namespace ?? own) : "";
    return { method: "POST", path: resourcePath({ group, version, resource: found.name, namespace }), body: manifest };
  };
}

async function servedKinds(ask: Ask, path: string): Promise<readonly ServedKind[]> {
  const answer = await ask({ method: "GET", path });
  const resources = valueAt(bodyOf(answer.text), "/resources");
  return Array.isArray(resources) ? (resources as ServedKind[]) : [];
}
