import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";

/** An object reduced to its metadata. */
export function toPartialMetadata(object: ApiObject, vocabulary: Vocabulary, version: string): ApiObject {
  return {
    kind: "PartialObjectMetadata",
    apiVersion: `${vocabulary.metaGroup}/${version}`,
    metadata: object.metadata,
  };
}
