import { generateKeyPairSync, type KeyObject } from "node:crypto";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { type JWK, type JWTPayload, SignJWT } from "jose";
import { createAuthority, issueCertificate } from "../../../../ground/x509/certificates.ts";

/** A key pair of a provider. */
export interface ProviderKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: KeyObject;
}

/** An OpenID Connect provider on a free port, with the parts that a verifying party uses. */
export interface TestProvider {
  readonly url: string;
  /** PEM of the authority of its certificate. */
  readonly authority: string;
  /** Its responses by path; tests may change them. Null: 503. */
  readonly documents: Map<string, unknown>;
  /** Number of requests for each path. */
  readonly asked: ReadonlyMap<string, number>;
  /** The Authorization header of the last request for each path. */
  readonly authorizations: ReadonlyMap<string, string | undefined>;
  /** Creates a key, by default for ES256, and publishes it unless `published` is false. */
  addKey(kid: string, algorithm?: string, published?: boolean): ProviderKey;
  removeKey(kid: string): void;
  stop(): Promise<void>;
}

export const DISCOVERY = "/.well-known/openid-configuration";
export const JWKS = "/jwks";
const YEAR = 365 * 24 * 3600_000;

export async function startTestProvider(): Promise<TestProvider> {
  const tls = await testTls();
  const documents = new Map<string, unknown>();
  const asked = new Map<string, number>();
  const authorizations = new Map<string, string | undefined>();
  const server = https.createServer(tls.options, (request, response) => {
    const path = request.url ?? "";
    asked.set(path, (asked.get(path) ?? 0) + 1);
    authorizations.set(path, request.headers.authorization);
    const document = documents.get(path);
    response.statusCode = document === undefined ? 404 : document === null ? 503 : 200;
    response.setHeader("content-type", "application/json");
    response.end(typeof document === "string" ? document : JSON.stringify(document ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let keys: JWK[] = [];
  const publish = (changed: JWK[]): void => {
    keys = changed;
    documents.set(JWKS, { keys });
  };
  publish([]);
  documents.set(DISCOVERY, { issuer: url, jwks_uri: url + JWKS });
  return {
    url,
    authority: tls.authority,
    documents,
    asked,
    authorizations,
    addKey(kid, algorithm = "ES256", published = true) {
      const { publicKey, privateKey } = makePair(algorithm);
      if (published) publish([...keys, { ...(publicKey.export({ format: "jwk" }) as JWK), kid, use: "sig" }]);
      return { kid, algorithm, privateKey };
    },
    removeKey: (kid) => publish(keys.filter((key) => key.kid !== kid)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const CURVES: Readonly<Record<string, string>> = { ES256: "P-256", ES384: "P-384", ES512: "P-521" };

function makePair(algorithm: string): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  const namedCurve = CURVES[algorithm];
  return namedCurve === undefined
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ec", { namedCurve });
}

/** Key and certificate for an HTTPS server on 127.0.0.1. */
export async function testTls(): Promise<{
  readonly authority: string;
  readonly options: { readonly cert: string; readonly key: string };
}> {
  const [notBefore, notAfter] = [Date.now() - YEAR, Date.now() + YEAR];
  const authority = await createAuthority("provider authority", notBefore, notAfter);
  const { certificate, key } = await issueCertificate(authority, {
    commonName: "provider",
    organizations: [],
    usage: "server",
    ipAddresses: ["127.0.0.1"],
    dnsNames: ["localhost"],
    notBefore,
    notAfter,
  });
  return { authority: authority.certificate, options: { cert: certificate, key } };
}

/** Signs a token; by default it is valid for an hour. */
export function signToken(
  { kid, algorithm, privateKey }: ProviderKey,
  claims: JWTPayload & Readonly<Record<string, unknown>>,
  head: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT({ iat: seconds, exp: seconds + 3600, ...claims })
    .setProtectedHeader({ alg: algorithm, kid, ...head })
    .sign(privateKey);
}
