import { invalid as fieldInvalid } from "../../../../shared/fieldError.ts";
import { serviceAccountUsername } from "../../../../shared/rbac/subjects.ts";
import { badRequest, invalid, notFound } from "../../../../shared/status.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { Action } from "../../../api/registry/action.ts";
import { type BoundObjectRef, resolveBoundObject } from "./boundObject.ts";
import type { ServiceAccountTokens } from "./serviceAccountToken.ts";
import { tokenIdOf } from "./signedToken.ts";

interface TokenRequestSpec {
  audiences?: string[];
  expirationSeconds?: number;
  boundObjectRef?: BoundObjectRef | null;
}

const DEFAULT_SECONDS = 3600;
const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;
/**
 * Clients that predate token renewal request (through the admission plugin) exactly this lifetime. Their pods' tokens
 * are valid for a year, with a mark after which their use is reported.
 */
export const LEGACY_POD_SECONDS = 3607;
export const EXTENDED_SECONDS = 365 * 24 * 3600;

export interface TokenIssuing {
  /** Maximum lifetime of a token in seconds; 0 for only the general limit. */
  readonly maxSeconds: number;
  /** Whether tokens of pods may be valid longer than requested. */
  readonly extend: boolean;
  /** Whether tokens may be bound to nodes. */
  readonly bindToNodes: boolean;
}

const DEFAULT_ISSUING: TokenIssuing = { maxSeconds: 0, extend: true, bindToNodes: true };

/** POST on `serviceaccounts/{name}/token`: issues a token for the account, returned as a TokenRequest with a status. */
export function createTokenAction(tokens: ServiceAccountTokens, issuing: TokenIssuing = DEFAULT_ISSUING): Action {
  return async (context, request) => {
    const { namespace, name, reader, vocabulary } = context;
    if (namespace === "") throw badRequest("namespace is required");
    const kind = { group: vocabulary.render("authentication.{domain}"), kind: "TokenRequest" };
    const { metadata } = request;
    if (metadata.name && metadata.name !== name) {
      const message = "must match the service account name if specified";
      throw invalid(kind, name, [fieldInvalid("metadata.name", metadata.name, message)]);
    }
    if (metadata.namespace && metadata.namespace !== namespace) {
      const message = "must match the service account namespace if specified";
      throw invalid(kind, name, [fieldInvalid("metadata.namespace", metadata.namespace, message)]);
    }
    const account = reader.get({ group: "", resource: "serviceaccounts" }, namespace, name);
    if (account === undefined) throw notFound({ group: "", resource: "serviceaccounts" }, name);

    const spec = (request["spec"] ?? {}) as TokenRequestSpec;
    const audiences = spec.audiences?.length ? spec.audiences : [...tokens.audiences];
    const wanted = spec.expirationSeconds ?? DEFAULT_SECONDS;
    checkLifetime(kind, wanted);
    const bound = spec.boundObjectRef
      ? resolveBoundObject(reader, spec.boundObjectRef, { namespace, name, bindToNodes: issuing.bindToNodes })
      : {};
    const lifetime = issuing.maxSeconds > 0 ? Math.min(wanted, issuing.maxSeconds) : wanted;
    if (lifetime < wanted) {
      context.warn(`requested expiration of ${wanted} seconds shortened to ${lifetime} seconds`);
    }

    const extended =
      issuing.extend &&
      bound.pod !== undefined &&
      lifetime === LEGACY_POD_SECONDS &&
      audiences.every((audience) => tokens.audiences.includes(audience));
    const now = context.now();
    const token = await tokens.issue({
      claims: {
        namespace,
        serviceaccount: { name, uid: account.metadata.uid },
        ...bound,
        ...(extended ? { warnafter: Math.floor(now / 1000) + lifetime } : {}),
      },
      username: serviceAccountUsername(namespace, name),
      audiences,
      lifetimeSeconds: extended ? EXTENDED_SECONDS : lifetime,
    });
    const issued = context.vocabulary.render("authentication.{labelDomain}/issued-credential-id");
    context.annotate?.(issued, `JTI=${tokenIdOf(token)}`);
    return {
      ...request,
      metadata: { ...metadata, name, namespace, creationTimestamp: timestamp(now) },
      spec: { audiences, expirationSeconds: lifetime, boundObjectRef: spec.boundObjectRef ?? null },
      status: { token, expirationTimestamp: timestamp(now + lifetime * 1000) },
    };
  };
}

function checkLifetime(kind: { group: string; kind: string }, lifetime: number): void {
  const refuse = (message: string) => invalid(kind, "", [fieldInvalid("spec.expirationSeconds", lifetime, message)]);
  if (lifetime < MIN_SECONDS) throw refuse("may not specify a duration less than 10 minutes");
  if (lifetime > MAX_SECONDS) throw refuse("may not specify a duration larger than 2^32 seconds");
}
