import type { AuthorizationMode, ReviewVersion } from "../flags.ts";
import type { MatchCondition } from "../webhook/matchConditions.ts";

/** One webhook that is asked; durations in milliseconds. */
export interface WebhookSettings {
  readonly authorizedTTL: number;
  readonly unauthorizedTTL: number;
  /** For one question. */
  readonly timeout: number;
  readonly version: ReviewVersion;
  readonly failurePolicy: "NoOpinion" | "Deny";
  /** Path of a client configuration; undefined for the cluster that the server runs in. */
  readonly kubeConfigFile: string | undefined;
  readonly conditions: readonly MatchCondition[];
}

/** Types that the server itself decides by. */
export type BuiltInType = Exclude<AuthorizationMode, "Webhook">;

/** One authorizer of a server, checked. */
export type AuthorizerSettings =
  | { readonly type: BuiltInType; readonly name: string }
  | { readonly type: "Webhook"; readonly name: string; readonly webhook: WebhookSettings };

/** The only name of a built-in authorizer, one for each type. */
export const nameOfType = (type: AuthorizationMode): string => type.toLowerCase();
