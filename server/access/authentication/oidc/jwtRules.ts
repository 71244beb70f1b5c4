import type { Program } from "../../../ground/cel/compile.ts";

/** The source of a user's attribute: a claim by its literal name, or an expression over `claims`. */
export type ClaimSource =
  | {
      readonly claim: string;
      /** Prepended to each value. */
      readonly prefix: string;
    }
  | { readonly program: Program };

/** An expression that must be true. */
export interface JwtCondition {
  readonly program: Program;
  /** For the error; may be empty. */
  readonly message: string;
}

/** Which tokens a JWT authenticator accepts, and how it maps their claims; validated and compiled. */
export interface JwtRules extends ClaimRules {
  readonly issuer: {
    /** The value of `iss` in its tokens. */
    readonly url: string;
    /** URL of the discovery document, if it is not the one below `url`. */
    readonly discoveryUrl?: string;
    /** PEM of the authorities of the provider's certificate. Default: well-known ones. */
    readonly authorities?: string;
    /** A token must have one of these audiences. */
    readonly audiences: readonly string[];
  };
}

/** Which claims are accepted, and how they are mapped to an identity. */
export interface ClaimRules {
  /** Claims that must have exactly this value. */
  readonly requiredClaims: readonly { readonly claim: string; readonly value: string }[];
  /** Expressions over `claims`. */
  readonly claimConditions: readonly JwtCondition[];
  readonly username: ClaimSource;
  readonly groups?: ClaimSource;
  readonly uid?: ClaimSource;
  readonly extra: readonly { readonly key: string; readonly program: Program }[];
  /** Expressions over `user`, the resulting identity. */
  readonly userConditions: readonly JwtCondition[];
}
