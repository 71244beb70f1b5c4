import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** An AuthorizationConfiguration as written: only the types of its fields are checked. */
export interface WrittenAuthorizer {
  readonly type?: string;
  readonly name?: string;
  readonly webhook?: WrittenWebhook;
}

export interface WrittenWebhook {
  /** Durations such as `5m0s`. */
  readonly authorizedTTL?: string;
  readonly unauthorizedTTL?: string;
  readonly timeout?: string;
  readonly subjectAccessReviewVersion?: string;
  readonly matchConditionSubjectAccessReviewVersion?: string;
  readonly failurePolicy?: string;
  /** The type, and a file under the name in {@link ConnectionWords}. */
  readonly connectionInfo?: Readonly<Record<string, string | null | undefined>>;
  readonly matchConditions?: readonly { readonly expression?: string }[] | null;
}

/** The vocabulary's words for a connection described by a client configuration file. */
export interface ConnectionWords {
  /** `kubeConfigFile`. */
  readonly field: string;
  /** `KubeConfigFile`. */
  readonly type: string;
}

export function connectionWords({ prefix }: Pick<Vocabulary, "prefix">): ConnectionWords {
  return { field: `${prefix}ConfigFile`, type: `${prefix[0]?.toUpperCase()}${prefix.slice(1)}ConfigFile` };
}
