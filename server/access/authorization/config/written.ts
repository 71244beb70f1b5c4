import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** An AuthorizationConfiguration as it is written: all that is known is that its fields have their types. */
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
  /** Its type, and a file by the name that {@link ConnectionWords} has for it. */
  readonly connectionInfo?: Readonly<Record<string, string | null | undefined>>;
  readonly matchConditions?: readonly { readonly expression?: string }[] | null;
}

/** How a vocabulary spells a connection that a client's configuration file describes. */
export interface ConnectionWords {
  /** `kubeConfigFile`. */
  readonly field: string;
  /** `KubeConfigFile`. */
  readonly type: string;
}

export function connectionWords({ prefix }: Pick<Vocabulary, "prefix">): ConnectionWords {
  return { field: `${prefix}ConfigFile`, type: `${prefix[0]?.toUpperCase()}${prefix.slice(1)}ConfigFile` };
}
