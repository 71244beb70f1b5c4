/** The requests that create objects from manifests. The paths come from the server's discovery. */
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
 * Returns a function that gives the request to create an object; objects without a namespace go to `own`. @throws
 * LessonError when the kind is not served
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
