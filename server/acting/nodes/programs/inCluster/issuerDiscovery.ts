import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { decodeClaims } from "../../../../access/authentication/oidc/claims.ts";
import { discoverProvider } from "../../../../access/authentication/oidc/discoverProvider.ts";
import { providerKeys } from "../../../../access/authentication/oidc/providerKeys.ts";
import { claimedIssuer, verifyToken } from "../../../../access/authentication/oidc/verifyToken.ts";
import type { FetchDocument } from "../../../../access/webhook/fetchDocument.ts";
import type { FetchedMessage } from "../../shell/messages.ts";
import { logLine } from "../goLog.ts";
import type { Program, ProgramStart } from "../program.ts";
import { task } from "../task.ts";
import { inClusterClient, readText } from "./inClusterConfig.ts";

/** Supported algorithms for token signatures. */
const ALGORITHMS = ["RS256", "ES256"];

export interface IssuerDiscoveryOptions {
  readonly tokenPath: string;
  readonly audience: string;
}

/**
 * Verifies a mounted token as a relying party does: finds the token's issuer and its keys, and checks the signature. It
 * first asks inside the cluster with the account's credentials, then without credentials.
 */
export const issuerDiscovery = (options: IssuerDiscoveryOptions): Program =>
  task(async (start, signal) => {
    const say = (text: string): void => start.print("stderr", logLine(start.time.now(), text));
    try {
      const token = await readText(start, options.tokenPath);
      say("OK: Got token");
      say("validating with in-cluster discovery");
      const client = await inClusterClient(start);
      const inside = documents((url) => client.get(url));
      const problem = await validate({ token, ...options, say, start, signal, fetch: inside }).catch(messageOf);
      if (problem === undefined) return 0;
      say(`failed to validate with in-cluster discovery: ${problem}`);
      say("falling back to validating with external discovery");
      const outside = documents((url) =>
        start.machine.fetch({ url, method: "GET", headers: {}, body: new Uint8Array() }),
      );
      await validate({ token, ...options, say, start, signal, fetch: outside });
      return 0;
    } catch (error) {
      say(messageOf(error));
      return 1;
    }
  });

interface Validation {
  readonly token: string;
  readonly audience: string;
  readonly start: ProgramStart;
  readonly signal: AbortSignal;
  readonly fetch: FetchDocument;
  say(text: string): void;
}

/** @throws Error when the token is invalid */
async function validate({ token, audience, start, signal, fetch, say }: Validation): Promise<undefined> {
  const url = claimedIssuer(token);
  if (url === undefined) throw new Error("go-jose/go-jose: compact JWS format must have three parts");
  say(`OK: got issuer ${url}`);
  say(`Full, not-validated claims: \n${JSON.stringify(decodeClaims(token.split(".")[1] ?? ""))}`);
  const issuer = { url, audiences: [audience] };
  const { jwksUri } = await discoverProvider(issuer, fetch, signal);
  say(`OK: Constructed OIDC provider for issuer ${url}`);
  const now = (): number => start.time.realNow();
  const keys = providerKeys({ jwksUri, fetch, signal, now });
  const required = { issuer: url, audiences: [audience], algorithms: ALGORITHMS, keys, now: now() };
  const claims = await verifyToken(token, required);
  say("OK: Validated signature on JWT");
  say("OK: Got valid claims from token!");
  say(`Full, validated claims: \n${JSON.stringify(claims)}`);
  return undefined;
}

/** Returns a reader of JSON documents at URLs. */
const documents =
  (get: (url: string) => Promise<FetchedMessage>): FetchDocument =>
  async (url) => {
    const { status, body } = await get(url);
    return { status, statusText: "", text: Buffer.from(body).toString("utf8") };
  };
