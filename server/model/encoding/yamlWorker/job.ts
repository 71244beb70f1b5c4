/** A text to be parsed elsewhere. */
export interface YamlJob {
  readonly text: string;
  readonly options: YamlOptions;
}

export interface YamlOptions {
  /** For a typed decoder: numbers whose text says more than their value keep it. */
  readonly exact: boolean;
  /** Members in order of their names, at every level. */
  readonly sorted: boolean;
}

/** The outcome. The value travels as JSON, which is parsed far faster than its objects are copied. */
export type YamlOutcome =
  | { readonly json: string; readonly duplicates: readonly string[] }
  /** An error of YAML, or (with a code) one of the API. */
  | { readonly error: string; readonly code?: number };
