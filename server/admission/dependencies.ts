import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import type { ObjectReader } from "../cache/reader.ts";

/** What the built-in plugins are made from; each takes the parts it needs. */
export interface AdmissionDependencies {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly authorizer: Authorizer;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Five characters that make a generated name unique. */
  randomSuffix(): string;
}
