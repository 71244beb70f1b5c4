import type { ResourceType } from "../api/resourceType.ts";
import { documentsOf } from "../editor/manifests/documents.ts";

/**
 * The kind on whose page to open a text of objects: that of the first object that the server serves; otherwise any kind
 * that can be created, whose page shows the errors of the text.
 */
export function typeForText(text: string, types: readonly ResourceType[]): ResourceType | undefined {
  const first = documentsOf(text, types).find((document) => document.type !== undefined)?.type;
  const creatable = types.filter(({ verbs }) => verbs.includes("create"));
  return first ?? creatable.find(({ group, resource }) => group === "" && resource === "configmaps") ?? creatable[0];
}
