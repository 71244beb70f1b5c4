import type { ApiObject } from "../../shared/object.ts";
import { serviceAccountGroups, serviceAccountUsername } from "../../shared/rbac/subjects.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { ObjectReader } from "../cache/reader.ts";
import type { Identity } from "./identity.ts";

/** Names an object and the very instance of it. */
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
  /** Seconds since the epoch: a token used after this should have been renewed. */
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

/** The private claims, checked for shape; undefined when the token was not made for a service account. */
export function privateClaims(claims: TokenClaims, vocabulary: Vocabulary): PrivateClaims | undefined {
  const value = claims[vocabulary.labelDomain] as Partial<PrivateClaims> | undefined;
  if (typeof value?.namespace !== "string" || typeof value.serviceaccount?.name !== "string") return undefined;
  return value as PrivateClaims;
}

/** Objects that a token may be bound to: it dies with them. */
const BOUND = [
  { claim: "pod", resource: "pods", namespaced: true },
  { claim: "secret", resource: "secrets", namespaced: true },
  { claim: "node", resource: "nodes", namespaced: false },
] as const;

/**
 * Checks that the service account and the object that a token is bound to still are the ones it was made for. A node that
 * merely accompanies a pod is not checked.
 * @throws Error that says what is gone
 */
export function checkBoundObjects(claims: PrivateClaims, reader: ObjectReader, now: number): void {
  const account = reader.get({ group: "", resource: "serviceaccounts" }, claims.namespace, claims.serviceaccount.name);
  if (!isAlive(account, now)) throw new Error("service account token has been invalidated");
  if (account?.metadata.uid !== claims.serviceaccount.uid) {
    throw new Error(
      `service account UID (${account?.metadata.uid}) does not match claim (${claims.serviceaccount.uid})`,
    );
  }
  for (const { claim, resource, namespaced } of BOUND) {
    const ref = claims[claim];
    if (ref === undefined || (claim === "node" && claims.pod !== undefined)) continue;
    const object = reader.get({ group: "", resource }, namespaced ? claims.namespace : "", ref.name);
    if (!isAlive(object, now)) throw new Error("service account token has been invalidated");
    if (object?.metadata.uid !== ref.uid) {
      throw new Error(
        `${claim} UID (${object?.metadata.uid}) does not match service account ${claim} ref claim (${ref.uid})`,
      );
    }
  }
}

/** Objects under deletion count until their grace period (plus a leeway of a minute) is over. */
const LEEWAY = 60_000;
const isAlive = (object: ApiObject | undefined, now: number): boolean => {
  if (object === undefined) return false;
  const deletion = object.metadata.deletionTimestamp;
  return deletion === undefined || now < Date.parse(deletion) + LEEWAY;
};

/** Who the bearer of a token is. */
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
