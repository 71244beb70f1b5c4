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
  readonly connectionInfo?: { readonly type?: string; readonly kubeConfigFile?: string | null };
  readonly matchConditions?: readonly { readonly expression?: string }[] | null;
}
