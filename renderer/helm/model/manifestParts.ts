/** The objects of a release's manifest, with the paths to read them from the cluster. */
import { type ApiObject, parseApiVersion } from "../../../shared/object.ts";
import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { parseText } from "../../editor/editingText.ts";
import { isBlank, splitDocuments } from "../../editor/manifests/documents.ts";

/** One object of a manifest. */
export interface ManifestPart {
  /** Position in the manifest, starting at 1. */
  readonly number: number;
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly object: ApiObject | undefined;
  /** Absent if the document is malformed, or the server does not serve its kind. */
  readonly locator: ResourceLocator | undefined;
}

/** The documents of a manifest, without empty ones. */
export const manifestDocuments = (manifest: string): string[] =>
  splitDocuments(manifest).filter((part) => !isBlank(part));

/**
 * Parses one document.
 * @param release namespace of objects that do not state one
 * @param types all kinds that the server serves
 */
export function manifestPart(
  text: string,
  number: number,
  release: { readonly namespace: string },
  types: readonly ResourceType[],
): ManifestPart {
  const parsed = parseText(text);
  if (!parsed.ok) {
    return { number, kind: "", apiVersion: "", name: "", namespace: "", object: undefined, locator: undefined };
  }
  const { object } = parsed;
  const { apiVersion = "", kind = "" } = object;
  const { group, version } = parseApiVersion(String(apiVersion));
  const type = types.find((each) => each.group === group && each.version === version && each.kind === kind);
  const name = String(object.metadata.name ?? "");
  const namespace = type?.namespaced === false ? "" : String(object.metadata.namespace ?? release.namespace);
  const locator =
    type === undefined || name === "" ? undefined : { group, version, resource: type.resource, namespace, name };
  return { number, kind: String(kind), apiVersion: String(apiVersion), name, namespace, object, locator };
}
