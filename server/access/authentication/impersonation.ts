import { append } from "../../../shared/collections/append.ts";
import { parseServiceAccountUsername, serviceAccountGroups } from "../../../shared/rbac/subjects.ts";
import { ApiError } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { Authorizer, ResourceAttributes } from "../../ground/rights/authorizer.ts";
import { ANONYMOUS, GROUP_AUTHENTICATED, GROUP_UNAUTHENTICATED, type Identity } from "../../ground/rights/identity.ts";
import { forbiddenError } from "../authorization/forbiddenText.ts";
import { mergeExtra, unescapeKey } from "./extraKeys.ts";

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The identity that a request wants to act as. */
interface Target {
  readonly username: string;
  readonly groups: readonly string[];
  readonly extra: readonly (readonly [key: string, values: readonly string[]])[];
  readonly uid: string;
}

const EXTRA_PREFIX = "impersonate-extra-";

const valuesOf = (headers: Headers, name: string): readonly string[] => {
  const value = headers[name];
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
};

/**
 * Thrown when parts of an identity are given without a user. The reference responds in plain text: `Internal Server
 * Error: "{request URI}": {message}` and a line feed.
 */
export class ImpersonationError extends ApiError {
  constructor(references: readonly string[]) {
    super(500, "InternalError", `requested [${references.join(" ")}] without impersonating a user`);
    this.name = "ImpersonationError";
  }
}

/** The requested parts as object references in Go's notation: the values of their fields, separated by spaces. */
function referenceTexts({ groups, uid, extra }: Omit<Target, "username">, authenticationGroup: string): string[] {
  const apiVersion = `${authenticationGroup}/v1`;
  return [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...extra.flatMap(([key, values]) => values.map((value) => `{UserExtra  ${value}  ${apiVersion}  ${key}}`)),
    ...(uid === "" ? [] : [`{UID  ${uid}  ${apiVersion}  }`]),
  ];
}

function readTarget(headers: Headers, authenticationGroup: string): Target | undefined {
  const username = valuesOf(headers, "impersonate-user")[0] ?? "";
  const groups = valuesOf(headers, "impersonate-group");
  const uid = valuesOf(headers, "impersonate-uid")[0] ?? "";
  const extra = Object.keys(headers)
    .filter((name) => name.startsWith(EXTRA_PREFIX))
    .sort()
    .map((name) => [unescapeKey(name.slice(EXTRA_PREFIX.length)), valuesOf(headers, name)] as const);
  if (username !== "") return { username, groups, extra, uid };
  if (groups.length === 0 && extra.length === 0 && uid === "") return undefined;
  throw new ImpersonationError(referenceTexts({ groups, uid, extra }, authenticationGroup));
}

/** The `impersonate` permissions for each part of the target identity, in the order of checking. */
function permissionsFor(target: Target, authenticationGroup: string): ResourceAttributes[] {
  const permission = (group: string, resource: string, name: string, rest: Partial<ResourceAttributes> = {}) => ({
    resourceRequest: true as const,
    verb: "impersonate",
    group,
    // Only the parts of the authentication API have a version here; users, groups and service accounts have none.
    version: group === "" ? "" : "v1",
    resource,
    subresource: "",
    namespace: "",
    name,
    ...rest,
  });
  const account = parseServiceAccountUsername(target.username);
  return [
    account === undefined
      ? permission("", "users", target.username)
      : permission("", "serviceaccounts", account.name, { namespace: account.namespace }),
    ...target.groups.map((group) => permission("", "groups", group)),
    ...target.extra.flatMap(([key, values]) =>
      values.map((value) => permission(authenticationGroup, "userextras", value, { subresource: key })),
    ),
    ...(target.uid === "" ? [] : [permission(authenticationGroup, "uids", target.uid)]),
  ];
}

function identityOf(target: Target): Identity {
  const account = parseServiceAccountUsername(target.username);
  const groups = [...target.groups];
  if (groups.length === 0 && account !== undefined) append(groups, serviceAccountGroups(account.namespace));
  const anonymous = target.username === ANONYMOUS.username;
  if (anonymous && !groups.includes(GROUP_UNAUTHENTICATED)) groups.push(GROUP_UNAUTHENTICATED);
  if (!anonymous && !groups.includes(GROUP_AUTHENTICATED) && !groups.includes(GROUP_UNAUTHENTICATED)) {
    groups.push(GROUP_AUTHENTICATED);
  }
  return {
    username: target.username,
    ...(target.uid === "" ? {} : { uid: target.uid }),
    groups,
    extra: mergeExtra(target.extra),
  };
}

/**
 * Applies the `Impersonate-*` headers, and returns the identity for the request. Each part (user or service account,
 * groups, extra values, uid) needs the permission `impersonate`; given groups replace derived ones.
 *
 * @param user the authenticated identity
 * @returns the same object when the request does not impersonate
 * @throws ApiError 403 for a part that is not permitted, 500 when parts are given without a user
 */
export async function impersonate(
  user: Identity,
  headers: Headers,
  authorizer: Authorizer,
  vocabulary: Vocabulary,
): Promise<Identity> {
  const authenticationGroup = vocabulary.render("authentication.{domain}");
  const target = readTarget(headers, authenticationGroup);
  if (target === undefined) return user;
  for (const attributes of permissionsFor(target, authenticationGroup)) {
    const verdict = await authorizer.authorize(user, attributes);
    if (verdict.decision !== "allow") throw forbiddenError(user, attributes, verdict.reason);
  }
  return identityOf(target);
}
