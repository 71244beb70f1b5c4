import { parseJson } from "../../../../shared/json/parseJson.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { refuseDeepNesting } from "../../../model/encoding/nesting.ts";
import type { FetchDocument } from "../../webhook/fetchDocument.ts";
import type { JwtRules } from "./jwtRules.ts";

/** The used part of a provider's discovery document. */
export interface Provider {
  /** URL of its keys. */
  readonly jwksUri: string;
}

/** Maximum number of quoted characters of an unexpected response. */
const QUOTED = 200;

/** Fetches a provider's discovery document. @throws Error when that fails, or the document names another issuer */
export async function discoverProvider(
  issuer: JwtRules["issuer"],
  fetch: FetchDocument,
  signal: AbortSignal,
): Promise<Provider> {
  const url = issuer.discoveryUrl ?? `${issuer.url.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { status, statusText, text } = await fetch(url, signal);
  if (status !== 200) throw new Error(`${status} ${statusText}: ${text.slice(0, QUOTED)}`);
  const document = parseDocument(text, "oidc: failed to decode provider discovery object");
  if (document["issuer"] !== issuer.url) {
    const [expected, got] = [issuer.url, String(document["issuer"] ?? "")].map((each) => quoted(each));
    throw new Error(`oidc: issuer did not match the issuer returned by provider, expected ${expected} got ${got}`);
  }
  const jwksUri = document["jwks_uri"];
  if (typeof jwksUri !== "string" || jwksUri === "") throw new Error("oidc: the provider names no jwks_uri");
  return { jwksUri };
}

/** A JSON object. @throws Error that begins with `label` */
export function parseDocument(text: string, label: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    refuseDeepNesting(text);
    value = parseJson(text);
  } catch (error) {
    throw new Error(`${label}: ${messageOf(error)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${label}: it is no object`);
  return value as Readonly<Record<string, unknown>>;
}
