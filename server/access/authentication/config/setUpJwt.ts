import { forbidden } from "../../../../shared/fieldError.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import type { FeatureGates } from "../../../ground/settings/featureGates.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { readOptionFile } from "../../../ground/settings/readOptionFile.ts";
import { readTextFile } from "../../../ground/settings/readTextFile.ts";
import { systemTimers, type Timers } from "../../../ground/timing/timers.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { AuthorizationOptions } from "../../authorization/flags.ts";
import { httpsDocuments } from "../../webhook/fetchDocument.ts";
import { type AnonymousAuthenticator, anonymousAuthenticator } from "../anonymous.ts";
import type { TokenAuthenticator } from "../bearerTokens/tokenAuthenticator.ts";
import type { AuthenticationOptions } from "../flags.ts";
import type { OidcOptions } from "../oidc/flags.ts";
import { SIGNING_ALGORITHMS } from "../oidc/verifyToken.ts";
import { type CompileContext, compileAuthentication } from "./compileAuthentication.ts";
import { describeFindings } from "./describeFindings.ts";
import { checkOidcOptions, flagAlgorithms, flagAuthentication } from "./flagAuthentication.ts";
import { followAuthenticationConfig } from "./followAuthenticationConfig.ts";
import { jwtMethods } from "./jwtMethods.ts";
import { jwtMetrics } from "./jwtMetrics.ts";
import {
  decodeAuthenticationConfig,
  type WrittenAnonymous,
  type WrittenAuthentication,
} from "./writtenAuthentication.ts";

export interface JwtSetup {
  /** Authenticates tokens of external issuers; undefined when there can be none. */
  readonly method?: TokenAuthenticator;
  /** Undefined when anonymous requests are not served. */
  readonly anonymous?: AnonymousAuthenticator;
}

/** The flags about external issuers and anonymous requests, and the other flag that affects the latter. */
export type JwtOptions = OidcOptions &
  Pick<AuthenticationOptions, "anonymousAuth"> &
  Pick<AuthorizationOptions, "authorizationMode">;

export interface JwtSetupParts {
  readonly schema: Schema;
  readonly features: FeatureGates;
  /** Issuers of the server's own tokens. */
  readonly issuers: readonly string[];
  readonly registry: MetricRegistry;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly warn: (text: string) => void;
  /** Registers a function to call when the server stops. */
  readonly onStop: (end: () => void) => void;
  /** Default: those of the process. */
  readonly timers?: Timers;
}

/**
 * Sets up external issuers and anonymous requests according to the flags, or to the file of `--authentication-config`,
 * whose changes are followed.
 * @throws OptionError
 */
export async function setUpJwt(options: JwtOptions, parts: JwtSetupParts): Promise<JwtSetup> {
  const { schema, features, issuers, registry, now, warn, onStop, timers = systemTimers } = parts;
  checkOidcOptions(options, features.enabled("StructuredAuthenticationConfiguration"));
  const { authenticationConfig: file } = options;
  const context: CompileContext = {
    vocabulary: schema.vocabulary,
    disallowedIssuers: issuers,
    anonymousConfigurable: features.enabled("AnonymousAuthConfigurableEndpoints"),
  };
  const text = file === undefined ? "" : await readConfig(file);
  const written = file === undefined ? await fromFlags(options) : await decodeConfig(text, file, schema);
  if (written.anonymous !== undefined && options.anonymousAuth !== undefined) {
    const message =
      "--anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file";
    throw new OptionError(describeFindings([forbidden("anonymous", message)]));
  }
  const { jwt, errors } = await inTurns(compileAuthentication(written, context));
  if (errors.length > 0) throw new OptionError(`invalid authentication configuration: ${describeFindings(errors)}`);
  const anonymous = anonymousOf(written.anonymous ?? { enabled: servesAnonymous(options, warn) });
  const setup: JwtSetup = anonymous === undefined ? {} : { anonymous };
  const algorithms = file === undefined ? flagAlgorithms(options) : SIGNING_ALGORITHMS;
  if (file === undefined && jwt.length === 0) return setup;

  const onJudged = jwtMetrics(registry);
  const method = jwtMethods({
    rules: jwt,
    algorithms,
    documents: httpsDocuments,
    timers,
    now,
    onError: (error) => warn(error.message),
    onJudged,
  });
  onStop(() => method.stop());
  if (file !== undefined) {
    onStop(followAuthenticationConfig({ file, text, written, method, schema, context, registry, now, warn }));
  }
  return { ...setup, method };
}

async function fromFlags(options: JwtOptions): Promise<WrittenAuthentication> {
  const { oidcCaFile } = options;
  return flagAuthentication(
    options,
    oidcCaFile === undefined ? undefined : await readOptionFile("--oidc-ca-file", oidcCaFile),
  );
}

const failedToLoad = (file: string): string =>
  `failed to load authentication configuration from file ${JSON.stringify(file)}`;

async function readConfig(file: string): Promise<string> {
  try {
    return await readTextFile(file);
  } catch (error) {
    throw new OptionError(`${failedToLoad(file)}: ${messageOf(error)}`);
  }
}

async function decodeConfig(text: string, file: string, schema: Schema): Promise<WrittenAuthentication> {
  try {
    return await decodeAuthenticationConfig(text, schema);
  } catch (error) {
    throw new OptionError(`${failedToLoad(file)}: ${messageOf(error)}`);
  }
}

/** Whether the flags permit anonymous requests; never with the mode `AlwaysAllow`. */
function servesAnonymous(
  { anonymousAuth = true, authorizationMode }: JwtOptions,
  warn: JwtSetupParts["warn"],
): boolean {
  const open = authorizationMode?.includes("AlwaysAllow") ?? false;
  if (anonymousAuth && open) {
    warn("anonymous requests are not served: --anonymous-auth is not allowed with the authorization mode AlwaysAllow");
  }
  return anonymousAuth && !open;
}

/** @returns undefined when anonymous requests are not served */
function anonymousOf({ enabled = false, conditions }: WrittenAnonymous): AnonymousAuthenticator | undefined {
  if (!enabled) return undefined;
  const paths = (conditions ?? []).map(({ path = "" }) => path);
  return anonymousAuthenticator(paths.length === 0 ? undefined : paths);
}
