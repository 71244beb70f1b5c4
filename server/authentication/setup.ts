import { readFile } from "node:fs/promises";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { ObjectReader } from "../cache/reader.ts";
import { OptionError, orOptionError } from "../options/optionError.ts";
import type { ServerOptions } from "../options/options.ts";
import { anonymousAuthenticator } from "./anonymous.ts";
import { bootstrapTokenAuthenticator } from "./bootstrapToken.ts";
import { clientCertificateAuthenticator } from "./clientCertificate.ts";
import type { Authenticator } from "./identity.ts";
import type { Pki } from "./pki.ts";
import { type ServiceAccountTokens, serviceAccountTokens } from "./serviceAccountToken.ts";
import { bearerTokenAuthenticator, type TokenAuthenticator } from "./tokenAuthenticator.ts";
import { parseTokenFile, tokenFileAuthenticator } from "./tokenFile.ts";
import { unionAuthenticator } from "./union.ts";

export interface Authentication {
  readonly authenticator: Authenticator;
  /** The methods that know bearer tokens, for reviews. */
  readonly tokenMethods: readonly TokenAuthenticator[];
  readonly serviceAccounts: ServiceAccountTokens;
  /** Audiences of the server itself. */
  readonly audiences: readonly string[];
  /** PEM of every authority whose clients are trusted. */
  readonly clientCa: string;
}

/** Builds the authentication that the options ask for. @throws OptionError for a file that cannot be used */
export async function setUpAuthentication(
  options: ServerOptions,
  parts: {
    readonly pki: Pki;
    readonly vocabulary: Vocabulary;
    readonly reader: ObjectReader;
    readonly now: () => number;
  },
): Promise<Authentication> {
  const { pki, vocabulary, reader, now } = parts;
  const issuer = vocabulary.render("https://{product}.default.svc");
  const serviceAccounts = serviceAccountTokens({
    signingKey: pki.serviceAccountKey,
    issuers: [issuer],
    vocabulary,
    reader,
    now,
  });
  const { audiences } = serviceAccounts;
  const tokenMethods: TokenAuthenticator[] = [];
  if (options.tokenAuthFile !== undefined) {
    const text = await readOptionFile("--token-auth-file", options.tokenAuthFile);
    tokenMethods.push(
      tokenFileAuthenticator(
        orOptionError(() => parseTokenFile(text, options.tokenAuthFile ?? "")),
        audiences,
      ),
    );
  }
  tokenMethods.push(serviceAccounts);
  if (options.enableBootstrapTokenAuth) {
    tokenMethods.push(bootstrapTokenAuthenticator({ reader, vocabulary, now }));
  }
  const extraCa =
    options.clientCaFile === undefined ? "" : await readOptionFile("--client-ca-file", options.clientCaFile);
  const clientCa = `${pki.authority.certificate}\n${extraCa}`;
  const certificates = orOptionError(() => clientCertificateAuthenticator(clientCa, now));
  return {
    authenticator: unionAuthenticator({
      methods: [certificates, bearerTokenAuthenticator(tokenMethods)],
      ...(options.anonymousAuth ? { anonymous: anonymousAuthenticator() } : {}),
    }),
    tokenMethods,
    serviceAccounts,
    audiences,
    clientCa,
  };
}

/** Reads a file that a flag names. @throws OptionError */
export async function readOptionFile(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new OptionError(`${flag}: cannot read ${path}: ${(error as NodeJS.ErrnoException).code ?? "error"}`);
  }
}
