import { durationFlag, type Flag, type FlagGroup, fileFlag, splitList } from "../../ground/settings/flag.ts";
import { OptionError } from "../../ground/settings/optionError.ts";

export const AUTHORIZATION_MODES = ["AlwaysAllow", "AlwaysDeny", "ABAC", "Webhook", "RBAC", "Node"] as const;
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number];

const WEBHOOK_VERSIONS = ["v1beta1", "v1"] as const;
/** Versions of the reviews sent to authorization webhooks. */
export type ReviewVersion = (typeof WEBHOOK_VERSIONS)[number];

/**
 * How requests are authorized: either by a configuration file, or by modes with separate flags. Undefined members were
 * not given; see {@link AUTHORIZATION_DEFAULTS}.
 */
export interface AuthorizationOptions {
  /** Tried in order. */
  readonly authorizationMode?: readonly AuthorizationMode[] | undefined;
  /** Path of the AuthorizationConfiguration file. */
  readonly authorizationConfig?: string | undefined;
  /** Path of the policy file of mode ABAC. */
  readonly authorizationPolicyFile?: string | undefined;
  /** Path of the client configuration file of mode Webhook. */
  readonly authorizationWebhookConfigFile?: string | undefined;
  readonly authorizationWebhookVersion?: ReviewVersion | undefined;
  /** Milliseconds for which positive responses of the webhook are cached. */
  readonly authorizationWebhookCacheAuthorizedTtl?: number | undefined;
  /** Milliseconds for which other responses of the webhook are cached. */
  readonly authorizationWebhookCacheUnauthorizedTtl?: number | undefined;
}

/** The defaults of these flags. */
export const AUTHORIZATION_DEFAULTS = {
  authorizationMode: ["Node", "RBAC"],
  authorizationWebhookVersion: "v1beta1",
  authorizationWebhookCacheAuthorizedTtl: 5 * 60_000,
  authorizationWebhookCacheUnauthorizedTtl: 30_000,
} as const satisfies AuthorizationOptions;

/** The same flag without its default, so that it is known whether the flag was given. */
const noted = <T>(flag: Flag<T>): Flag<T | undefined> => ({ ...flag, default: undefined });

const modesFlag: Flag<readonly AuthorizationMode[] | undefined> = {
  name: "authorization-mode",
  argument: "<modes>",
  about: `ordered list of ${AUTHORIZATION_MODES.join(", ")}`,
  default: undefined,
  shownDefault: "Node,RBAC",
  read(texts) {
    const modes = texts.flatMap(splitList);
    if (modes.length === 0) throw new OptionError("at least one authorization-mode must be passed");
    return modes.map((mode, i) => {
      const known = AUTHORIZATION_MODES.find((candidate) => candidate === mode);
      if (known === undefined) throw new OptionError(`authorization-mode ${JSON.stringify(mode)} is not a valid mode`);
      if (modes.indexOf(mode) !== i) {
        const shown = modes.map((name) => JSON.stringify(name)).join(" ");
        throw new OptionError(`authorization-mode [${shown}] has mode specified more than once`);
      }
      return known;
    });
  },
};

const versionFlag: Flag<ReviewVersion | undefined> = {
  name: "authorization-webhook-version",
  argument: "<version>",
  about: `version of the reviews that the webhook is sent: ${WEBHOOK_VERSIONS.join(" or ")}`,
  default: undefined,
  shownDefault: "v1beta1",
  read(texts) {
    const text = texts.at(-1);
    const version = WEBHOOK_VERSIONS.find((candidate) => candidate === text);
    if (version !== undefined) return version;
    const shown = JSON.stringify(text);
    throw new OptionError(`unsupported webhook authorizer version ${shown}, supported versions are [v1 v1beta1]`);
  },
};

const WEBHOOK = "authorization-webhook";

export const authorizationFlags: FlagGroup<AuthorizationOptions> = {
  authorizationMode: modesFlag,
  authorizationConfig: fileFlag("authorization-config", "the authorizers in order; instead of modes and webhook flags"),
  authorizationPolicyFile: fileFlag("authorization-policy-file", "policies of mode ABAC, one JSON object a line"),
  authorizationWebhookConfigFile: fileFlag(
    `${WEBHOOK}-config-file`,
    "where mode Webhook asks, in the format of a client configuration",
  ),
  authorizationWebhookVersion: versionFlag,
  authorizationWebhookCacheAuthorizedTtl: noted(
    durationFlag(`${WEBHOOK}-cache-authorized-ttl`, "how long the webhook's allowances count", { default: "5m" }),
  ),
  authorizationWebhookCacheUnauthorizedTtl: noted(
    durationFlag(`${WEBHOOK}-cache-unauthorized-ttl`, "how long the webhook's other answers count", { default: "30s" }),
  ),
};

/** Errors of the combination of flags, in the reference's words. */
export function checkAuthorizationFlags(options: AuthorizationOptions): string[] {
  if (options.authorizationConfig !== undefined) {
    const others = [
      options.authorizationMode,
      options.authorizationWebhookConfigFile,
      options.authorizationWebhookVersion,
      options.authorizationWebhookCacheAuthorizedTtl,
      options.authorizationWebhookCacheUnauthorizedTtl,
    ];
    if (others.every((value) => value === undefined)) return [];
    return [
      "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined",
    ];
  }
  const { authorizationPolicyFile: policies, authorizationWebhookConfigFile: webhook } = options;
  const modes: readonly AuthorizationMode[] = options.authorizationMode ?? AUTHORIZATION_DEFAULTS.authorizationMode;
  const has = (mode: AuthorizationMode): boolean => modes.includes(mode);
  return [
    has("ABAC") && policies === undefined && "authorization-mode ABAC's authorization policy file not passed",
    has("Webhook") && webhook === undefined && "authorization-mode Webhook's authorization config file not passed",
    !has("ABAC") && policies !== undefined && "cannot specify --authorization-policy-file without mode ABAC",
    !has("Webhook") &&
      webhook !== undefined &&
      "cannot specify --authorization-webhook-config-file without mode Webhook",
  ].filter((text) => text !== false);
}
