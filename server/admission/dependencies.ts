import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import type { ObjectReader } from "../cache/reader.ts";
import type { ServedResource } from "../client/apiClient.ts";

/** What the built-in plugins are made from; each takes the parts it needs. */
export interface AdmissionDependencies {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly authorizer: Authorizer;
  /** The resources served now. */
  served(): readonly ServedResource[];
  /** Milliseconds since the epoch. */
  now(): number;
  /** Five characters that make a generated name unique. */
  randomSuffix(): string;
}
