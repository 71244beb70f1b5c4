import type { ApiObject } from "../../../../shared/object.ts";
import { serviceAccountGroups, serviceAccountUsername } from "../../../../shared/rbac/subjects.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";

/** Identifies an object by name and uid. */
export interface ObjectRef {
  readonly name: string;
  readonly uid?: string;
}

/** The claim under the label domain (`kubernetes.io`) of a service account token. */
export interface PrivateClaims {
  readonly namespace: string;
  readonly serviceaccount: ObjectRef;
  readonly pod?: ObjectRef;
  readonly secret?: ObjectRef;
  readonly node?: ObjectRef;
  /** Seconds since the epoch, after which the token should have been renewed. */
  readonly warnafter?: number;
}

export interface TokenClaims {
  readonly iss?: string;
  readonly sub?: string;
  readonly aud?: string | readonly string[];
  /** Seconds since the epoch, like nbf and iat. */
  readonly exp?: number;
  readonly nbf?: number;
  readonly iat?: number;
  readonly jti?: string;
  readonly [claim: string]: unknown;
}

/** The private claims. @throws Error when the token was not issued for a service account */
export function privateClaims(claims: TokenClaims, vocabulary: Vocabulary): PrivateClaims {
  const value = claims[vocabulary.labelDomain] as Partial<PrivateClaims> | undefined;
  if (typeof value?.namespace !== "string" || typeof value.serviceaccount?.name !== "string") {
    throw new Error("service account claims are missing");
  }
  return value as PrivateClaims;
}

/** Clock tolerance in milliseconds. Objects under deletion also stay valid for this long after their grace period. */
const LEEWAY = 60_000;

/** @param now milliseconds since the epoch @throws Error for a token that is not valid now */
export function checkTimes({ exp, nbf, iat }: TokenClaims, now: number): void {
  if (nbf !== undefined && now + LEEWAY < nbf * 1000) throw new Error("service account token is not valid yet");
  if (exp !== undefined && now - LEEWAY > exp * 1000) throw new Error("service account token has expired");
  if (iat !== undefined && now + LEEWAY < iat * 1000) {
    throw new Error("service account token is issued in the future");
  }
}

/** Kinds of objects that a token may be bound to; the token becomes invalid with the object. */
const BOUND = [
  { claim: "secret", resource: "secrets", namespaced: true },
  { claim: "pod", resource: "pods", namespaced: true },
  { claim: "node", resource: "nodes", namespaced: false },
] as const;

/**
 * Checks that the service account and the object that a token is bound to are still those it was issued for. A node
 * that only accompanies a pod is not checked.
 * @throws Error that states what is missing
 */
export function checkBoundObjects(claims: PrivateClaims, reader: ObjectReader, now: number): void {
  const { namespace, serviceaccount: account } = claims;
  const found = reader.get({ group: "", resource: "serviceaccounts" }, namespace, account.name);
  if (found === undefined) throw new Error(`serviceaccounts ${quoted(account.name)} not found`);
  if (found.metadata.uid !== account.uid) {
    throw new Error(`service account UID (${found.metadata.uid}) does not match claim (${account.uid})`);
  }
  if (!isAlive(found, now)) throw new Error(`service account ${namespace}/${account.name} has been deleted`);
  for (const { claim, resource, namespaced } of BOUND) {
    const ref = claims[claim];
    if (ref === undefined || (claim === "node" && claims.pod !== undefined)) continue;
    const object = reader.get({ group: "", resource }, namespaced ? namespace : "", ref.name);
    if (object !== undefined && object.metadata.uid !== ref.uid) {
      throw new Error(
        `${claim} UID (${object.metadata.uid}) does not match service account ${claim} ref claim (${ref.uid})`,
      );
    }
    if (object === undefined || !isAlive(object, now)) throw new Error("service account token has been invalidated");
  }
}

function isAlive(object: ApiObject, now: number): boolean {
  const deletion = object.metadata.deletionTimestamp;
  return deletion === undefined || now - LEEWAY <= Date.parse(deletion);
}

/** The identity of a token. */
export function identityOfClaims(claims: TokenClaims, own: PrivateClaims, vocabulary: Vocabulary): Identity {
  const extra: Record<string, string[]> = {};
  const add = (name: string, value: string | undefined): void => {
    if (value) extra[vocabulary.render(`authentication.{labelDomain}/${name}`)] = [value];
  };
  add("credential-id", claims.jti === undefined ? undefined : `JTI=${claims.jti}`);
  add("node-name", own.node?.name);
  add("node-uid", own.node?.uid);
  add("pod-name", own.pod?.name);
  add("pod-uid", own.pod?.uid);
  return {
    username: serviceAccountUsername(own.namespace, own.serviceaccount.name),
    ...(own.serviceaccount.uid === undefined ? {} : { uid: own.serviceaccount.uid }),
    groups: serviceAccountGroups(own.namespace),
    extra,
  };
}
