import type { ResourceType } from "../api/resourceType.ts";
import type { ManifestDocument } from "../editor/manifests/documents.ts";

/**
 * The kind on whose page to open the documents of a text: that of the first one that the server serves; otherwise any
 * kind that can be created, whose page shows the errors of the text.
 */
export function typeForDocuments(
  documents: readonly ManifestDocument[],
  types: readonly ResourceType[],
): ResourceType | undefined {
  const first = documents.find((document) => document.type !== undefined)?.type;
  const creatable = types.filter(({ verbs }) => verbs.includes("create"));
  return first ?? creatable.find(({ group, resource }) => group === "" && resource === "configmaps") ?? creatable[0];
}
