import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";
import type { FeatureGates } from "../../ground/settings/featureGates.ts";
import { orOptionError } from "../../ground/settings/optionError.ts";
import { readOptionFile } from "../../ground/settings/readOptionFile.ts";
import type { Schema } from "../../model/schema/schema.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import type { Authenticator } from "./authenticator.ts";
import { bootstrapTokenAuthenticator } from "./bearerTokens/bootstrapToken.ts";
import {
  bearerTokenAuthenticator,
  forOwnAudiences,
  type TokenAuthenticator,
  webSocketTokenAuthenticator,
} from "./bearerTokens/tokenAuthenticator.ts";
import { parseTokenFile, tokenFileAuthenticator } from "./bearerTokens/tokenFile.ts";
import type { TokenReviewOptions } from "./bearerTokens/tokenReview.ts";
import { openAuthorityFile, renewedAuthenticator } from "./certificates/authorityFile.ts";
import { certificateMetrics } from "./certificates/certificateMetrics.ts";
import { clientCertificateAuthenticator } from "./certificates/clientCertificate.ts";
import type { Pki } from "./certificates/pki.ts";
import { type JwtOptions, setUpJwt } from "./config/setUpJwt.ts";
import type { AuthenticationOptions } from "./flags.ts";
import type { RequestHeaderOptions } from "./requestHeader/flags.ts";
import { isRequestHeader, type RequestHeaders, STANDARD_REQUEST_HEADERS } from "./requestHeader/requestHeader.ts";
import { setUpRequestHeader } from "./requestHeader/requestHeaderSetup.ts";
import type { TokenIssuing } from "./serviceAccounts/createToken.ts";
import type { ServiceAccountOptions } from "./serviceAccounts/flags.ts";
import { setUpServiceAccounts } from "./serviceAccounts/serviceAccountSetup.ts";
import type { ServiceAccountTokens } from "./serviceAccounts/serviceAccountToken.ts";
import { unionAuthenticator } from "./union.ts";
import type { TokenWebhookOptions } from "./webhook/flags.ts";
import { setUpTokenWebhook } from "./webhook/setUp.ts";

export interface Authentication {
  readonly authenticator: Authenticator;
  /** The options for token reviews. */
  readonly review: TokenReviewOptions;
  readonly serviceAccounts: ServiceAccountTokens;
  readonly issuing: TokenIssuing;
  /** PEM of all currently trusted client authorities. */
  readonly clientCa: string;
  /** PEM of the current authorities of authenticating proxies; empty without any. */
  readonly requestHeaderCa: string;
  /** Calls the listener when either of the two has changed. */
  onAuthoritiesChanged(listener: () => void): void;
  readonly requestHeaders: RequestHeaders;
  /** Whether a header (in lower case) contains credentials, which must be removed after authentication. */
  isCredential(header: string): boolean;
}

/** All flags about authentication. */
export type AuthenticationSettings = AuthenticationOptions &
  ServiceAccountOptions &
  RequestHeaderOptions &
  TokenWebhookOptions &
  JwtOptions;

export interface AuthenticationParts {
  readonly pki: Pki;
  /** Authenticates the server itself; not used for token reviews. */
  readonly own: TokenAuthenticator;
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly reader: ObjectReader;
  readonly now: () => number;
  readonly features: FeatureGates;
  readonly registry: MetricRegistry;
  readonly warn: (text: string) => void;
  /** Called for every use of a token in a secret. */
  readonly onLegacyUse: (secret: ApiObject) => void;
  /** Registers a function to call when the server stops. */
  readonly onStop: (end: () => void) => void;
}

/** Sets up authentication according to the options. @throws OptionError for an unusable file */
export async function setUpAuthentication(
  options: AuthenticationSettings,
  parts: AuthenticationParts,
): Promise<Authentication> {
  const { pki, vocabulary, now, features } = parts;
  const serviceAccounts = await setUpServiceAccounts(options, { ...parts, ownKey: pki.serviceAccountKey });
  const { audiences } = serviceAccounts;
  const outside = await setUpJwt(options, { ...parts, issuers: serviceAccounts.issuers });
  const methods = await tokenMethods(options, parts, serviceAccounts, outside.method);
  const accepted = [forOwnAudiences(parts.own, audiences), ...methods];
  const further = await openAuthorityFile("--client-ca-file", options.clientCaFile, parts);
  const withOwn = (pem: string): string => `${pki.authority.certificate}\n${pem}`;
  const onLifetime = certificateMetrics(parts.registry);
  const certificates = renewedAuthenticator(further, (pem) =>
    clientCertificateAuthenticator({ authorities: withOwn(pem), vocabulary, now, onLifetime }),
  );
  const proxies = await setUpRequestHeader(options, { ...parts, features, now });
  const isStandard = isRequestHeader(STANDARD_REQUEST_HEADERS);
  const isOwn = isRequestHeader(proxies.headers);
  return {
    authenticator: unionAuthenticator({
      methods: [
        ...(proxies.authenticator === undefined ? [] : [proxies.authenticator]),
        certificates,
        bearerTokenAuthenticator(accepted, audiences),
        webSocketTokenAuthenticator(accepted, audiences),
      ],
      ...(outside.anonymous === undefined ? {} : { anonymous: outside.anonymous }),
    }),
    review: { methods, audiences, anonymous: outside.anonymous !== undefined },
    serviceAccounts,
    issuing: {
      maxSeconds: options.serviceAccountMaxTokenExpiration / 1000,
      extend: options.serviceAccountExtendTokenExpiration,
      bindToNodes: features.enabled("ServiceAccountTokenNodeBinding"),
    },
    get clientCa() {
      return withOwn(further.pem);
    },
    get requestHeaderCa() {
      return proxies.authorities.pem;
    },
    onAuthoritiesChanged(listener) {
      for (const file of [further, proxies.authorities]) file.onChange(listener);
    },
    requestHeaders: proxies.headers,
    isCredential: (header) => header === "authorization" || isStandard(header) || isOwn(header),
  };
}

/** The methods for bearer tokens, in the order in which they are tried. */
async function tokenMethods(
  options: AuthenticationSettings,
  parts: AuthenticationParts,
  serviceAccounts: ServiceAccountTokens,
  outside: TokenAuthenticator | undefined,
): Promise<readonly TokenAuthenticator[]> {
  const { vocabulary, reader, now } = parts;
  const { audiences } = serviceAccounts;
  const methods: TokenAuthenticator[] = [];
  const { tokenAuthFile } = options;
  if (tokenAuthFile !== undefined) {
    const text = await readOptionFile("--token-auth-file", tokenAuthFile);
    const tokens = orOptionError(() => parseTokenFile(text, tokenAuthFile));
    methods.push(forOwnAudiences(tokenFileAuthenticator(tokens), audiences));
  }
  methods.push(serviceAccounts);
  if (options.enableBootstrapTokenAuth) {
    methods.push(forOwnAudiences(bootstrapTokenAuthenticator({ reader, vocabulary, now }), audiences));
  }
  if (outside !== undefined) methods.push(forOwnAudiences(outside, audiences));
  const webhook = await setUpTokenWebhook(options, { ...parts, audiences });
  return webhook === undefined ? methods : [...methods, webhook];
}
