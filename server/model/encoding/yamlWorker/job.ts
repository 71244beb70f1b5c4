/** A text to be parsed in another thread. */
export interface YamlJob {
  readonly text: string;
  readonly options: YamlOptions;
}

export interface YamlOptions {
  /** For a typed decoder: numbers whose text contains more than their value keep the text. */
  readonly exact: boolean;
  /** Whether members are sorted by name at every level. */
  readonly sorted: boolean;
}

/** The outcome. The value is transferred as JSON, because parsing JSON is much faster than copying its objects. */
export type YamlOutcome =
  | { readonly json: string; readonly duplicates: readonly string[] }
  /** A YAML error, or (with a code) an API error. */
  | { readonly error: string; readonly code?: number };
