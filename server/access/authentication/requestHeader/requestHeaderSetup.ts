import type { FeatureGates } from "../../../ground/settings/featureGates.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import type { Authenticator } from "../authenticator.ts";
import {
  type AuthorityFile,
  type AuthorityFileParts,
  openAuthorityFile,
  renewedAuthenticator,
} from "../certificates/authorityFile.ts";
import type { RequestHeaderOptions } from "./flags.ts";
import { type RequestHeaders, requestHeaderAuthenticator, STANDARD_REQUEST_HEADERS } from "./requestHeader.ts";

export interface RequestHeaderSetup {
  /** Undefined when there is no authority for proxies. */
  readonly authenticator?: Authenticator;
  readonly authorities: AuthorityFile;
  readonly headers: RequestHeaders;
}

/** Sets up authenticating proxies. @throws OptionError for an unusable file */
export async function setUpRequestHeader(
  options: RequestHeaderOptions,
  parts: AuthorityFileParts & { readonly features: FeatureGates; readonly now: () => number },
): Promise<RequestHeaderSetup> {
  const headers: RequestHeaders = {
    username: options.requestheaderUsernameHeaders,
    uid: options.requestheaderUidHeaders,
    group: options.requestheaderGroupHeaders,
    extraPrefix: options.requestheaderExtraHeadersPrefix,
  };
  if (headers.uid.length > 0 && !parts.features.enabled("RemoteRequestHeaderUID")) {
    throw new OptionError('--requestheader-uid-headers requires the "RemoteRequestHeaderUID" feature to be enabled');
  }
  const file = options.requestheaderClientCaFile;
  const authorities = await openAuthorityFile("--requestheader-client-ca-file", file, parts);
  if (file === undefined) return { authorities, headers };
  warnAboutNames(headers, parts.warn);
  const allowedNames = options.requestheaderAllowedNames;
  const authenticator = renewedAuthenticator(authorities, (pem) =>
    requestHeaderAuthenticator({ authorities: pem, allowedNames, headers, now: parts.now }),
  );
  return { authenticator, authorities, headers };
}

const FLAGS = {
  username: "--requestheader-username-headers",
  group: "--requestheader-group-headers",
  extraPrefix: "--requestheader-extra-headers-prefix",
} as const;

/** Warns about non-standard names, because aggregated servers expect the standard ones. */
function warnAboutNames(headers: RequestHeaders, warn: (text: string) => void): void {
  for (const part of ["username", "group", "extraPrefix"] as const) {
    const usual = STANDARD_REQUEST_HEADERS[part][0] ?? "";
    const given = headers[part].map((name) => name.toLowerCase());
    if (given.length === 0 || given.includes(usual.toLowerCase())) continue;
    warn(`${FLAGS[part]} is set without specifying the standard ${usual} header - API aggregation will not work`);
  }
}
