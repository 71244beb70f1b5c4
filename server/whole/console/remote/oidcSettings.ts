/** How to sign in at an OpenID Connect issuer, and the tokens of the last sign-in. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** Renews the sign-in without user interaction: a secret. */
  readonly refreshToken?: string;
}
