import type { AuthorizationMode, ReviewVersion } from "../flags.ts";
import type { MatchCondition } from "../webhook/matchConditions.ts";

/** The settings of a webhook; durations in milliseconds. */
export interface WebhookSettings {
  readonly authorizedTTL: number;
  readonly unauthorizedTTL: number;
  /** Of a single call. */
  readonly timeout: number;
  readonly version: ReviewVersion;
  readonly failurePolicy: "NoOpinion" | "Deny";
  /** Path of a client configuration; undefined means the cluster that the server runs in. */
  readonly kubeConfigFile: string | undefined;
  readonly conditions: readonly MatchCondition[];
}

/** Types that the server itself implements. */
export type BuiltInType = Exclude<AuthorizationMode, "Webhook">;

/** The validated settings of one authorizer. */
export type AuthorizerSettings =
  | { readonly type: BuiltInType; readonly name: string }
  | { readonly type: "Webhook"; readonly name: string; readonly webhook: WebhookSettings };

/** The fixed name of a built-in authorizer; there is only one of each type. */
export const nameOfType = (type: AuthorizationMode): string => type.toLowerCase();
