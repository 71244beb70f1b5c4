import { durationFlag, type Flag, type FlagGroup, fileFlag } from "../../../ground/settings/flag.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";

const TOKEN_WEBHOOK_VERSIONS = ["v1beta1", "v1"] as const;
export type TokenWebhookVersion = (typeof TOKEN_WEBHOOK_VERSIONS)[number];

/** An external service that authenticates bearer tokens. */
export interface TokenWebhookOptions {
  /** Path of a client configuration file (kubeconfig format). */
  readonly authenticationTokenWebhookConfigFile?: string | undefined;
  /** Milliseconds for which its responses are cached. */
  readonly authenticationTokenWebhookCacheTtl: number;
  /** Version of the TokenReview sent to it. */
  readonly authenticationTokenWebhookVersion: TokenWebhookVersion;
}

const versionFlag: Flag<TokenWebhookVersion> = {
  name: "authentication-token-webhook-version",
  argument: "<version>",
  about: `version of the TokenReview that the webhook is sent: ${TOKEN_WEBHOOK_VERSIONS.join(" or ")}`,
  default: "v1beta1",
  shownDefault: "v1beta1",
  read(texts) {
    const text = texts.at(-1) ?? "";
    const version = TOKEN_WEBHOOK_VERSIONS.find((known) => known === text);
    if (version !== undefined) return version;
    throw new OptionError(
      `unsupported webhook authenticator version ${JSON.stringify(text)}, supported versions are v1, v1beta1`,
    );
  },
};

export const tokenWebhookFlags: FlagGroup<TokenWebhookOptions> = {
  authenticationTokenWebhookConfigFile: fileFlag(
    "authentication-token-webhook-config-file",
    "client configuration (kubeconfig format) of a service that is asked about bearer tokens",
  ),
  authenticationTokenWebhookCacheTtl: durationFlag(
    "authentication-token-webhook-cache-ttl",
    "how long answers about bearer tokens are good",
    { default: "2m" },
  ),
  authenticationTokenWebhookVersion: versionFlag,
};
