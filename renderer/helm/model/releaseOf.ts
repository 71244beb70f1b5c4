import type { ApiObject } from "../../../shared/object.ts";

/** The release that an object belongs to. */
export interface ReleaseOfObject {
  readonly namespace: string;
  readonly name: string;
  /**
   * The release that created an object, from helm's annotations, or whose revision the object stores; undefined for
   * other objects.
   */
  readonly revision?: string;
}

/**
 * The release that has created an object, as helm notes it in annotations, or that an object stores a revision of; undefined
 * for others.
 */
export function releaseOf({ kind, metadata }: ApiObject): ReleaseOfObject | undefined {
  const { annotations = {}, labels = {}, namespace = "", name = "" } = metadata;
  const creator = annotations["meta.helm.sh/release-name"];
  const where = annotations["meta.helm.sh/release-namespace"];
  if (creator !== undefined && where !== undefined) return { namespace: where, name: creator };
  const [stored, revision] = [labels["name"], labels["version"]];
  const isStore = (kind === "Secret" || kind === "ConfigMap") && labels["owner"] === "helm";
  if (!isStore || stored === undefined || revision === undefined) return undefined;
  return name === `sh.helm.release.v1.${stored}.v${revision}` ? { namespace, name: stored, revision } : undefined;
}
