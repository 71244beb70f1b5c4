import type { Program } from "../../../ground/cel/compile.ts";

/** Where an attribute of a user comes from: a claim by its literal name, or an expression over `claims`. */
export type ClaimSource =
  | {
      readonly claim: string;
      /** Stands before each value. */
      readonly prefix: string;
    }
  | { readonly program: Program };

/** An expression that must be true. */
export interface JwtCondition {
  readonly program: Program;
  /** For the refusal; may be empty. */
  readonly message: string;
}

/** Which tokens one JWT authenticator accepts, and how it maps their claims: checked, with everything compiled. */
export interface JwtRules {
  readonly issuer: {
    /** The `iss` of its tokens. */
    readonly url: string;
    /** Where the provider describes itself, when that is not the place below `url`. */
    readonly discoveryUrl?: string;
    /** PEM of the authorities that the provider's certificate may be from. Default: well-known ones. */
    readonly authorities?: string;
    /** A token must be meant for one of them. */
    readonly audiences: readonly string[];
  };
  /** Claims that must have exactly this text. */
  readonly requiredClaims: readonly { readonly claim: string; readonly value: string }[];
  /** Over `claims`. */
  readonly claimConditions: readonly JwtCondition[];
  readonly username: ClaimSource;
  readonly groups?: ClaimSource;
  readonly uid?: ClaimSource;
  readonly extra: readonly { readonly key: string; readonly program: Program }[];
  /** Over `user`, the identity that was made. */
  readonly userConditions: readonly JwtCondition[];
}
