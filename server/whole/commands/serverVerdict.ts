import { parseServiceAccountUsername, serviceAccountGroups } from "../../../shared/rbac/subjects.ts";
import type { AccessRequest, SubjectIdentity } from "../../../shared/rbac/types.ts";
import type { ApiConnection } from "./apiConnection.ts";
import type { ApiGroups } from "./apiGroups.ts";
import { CommandError, refusedText } from "./commandError.ts";

/** The server's own answer about a request: the status of a review. */
export interface ServerVerdict {
  readonly allowed: boolean;
  /** Whether an authorizer denied it explicitly; otherwise just none allowed it. */
  readonly denied?: boolean;
  readonly reason?: string;
  readonly evaluationError?: string;
}

/** A user with the named groups and those that the server adds to every impersonated user. */
export function completeIdentity(username: string, groups: readonly string[]): SubjectIdentity {
  const account = parseServiceAccountUsername(username);
  const known = groups.length === 0 && account !== undefined ? serviceAccountGroups(account.namespace) : groups;
  const common = username === "system:anonymous" ? "system:unauthenticated" : "system:authenticated";
  return { username, groups: [...new Set([...known, common])] };
}

/** The user as whom the server identifies the caller. @throws CommandError, ConnectionError */
export async function whoAmI(api: ApiConnection, groups: ApiGroups): Promise<SubjectIdentity> {
  const group = groups.named("authentication.");
  const path = `/apis/${group}/v1/selfsubjectreviews`;
  const answer = await api.post(path, { apiVersion: `${group}/v1`, kind: "SelfSubjectReview" });
  const info = (answer.body as { status?: { userInfo?: { username?: string; groups?: string[] } } } | undefined)?.status
    ?.userInfo;
  if (answer.status !== 201 || info?.username === undefined) {
    throw new CommandError(`the server does not say who you are: ${refusedText(answer)}`);
  }
  return { username: info.username, groups: info.groups ?? [] };
}

/** Asks the server for its verdict. @param user undefined for the caller @throws CommandError, ConnectionError */
export async function fetchVerdict(
  api: ApiConnection,
  groups: ApiGroups,
  user: SubjectIdentity | undefined,
  request: AccessRequest,
): Promise<ServerVerdict> {
  const group = groups.named("authorization.");
  const about = request.resourceRequest
    ? {
        resourceAttributes: {
          verb: request.verb,
          group: request.group,
          resource: request.resource,
          subresource: request.subresource,
          namespace: request.namespace,
          name: request.name,
        },
      }
    : { nonResourceAttributes: { verb: request.verb, path: request.path } };
  const kind = user === undefined ? "SelfSubjectAccessReview" : "SubjectAccessReview";
  const who = user === undefined ? {} : { user: user.username, groups: user.groups };
  const answer = await api.post(`/apis/${group}/v1/${kind.toLowerCase()}s`, {
    apiVersion: `${group}/v1`,
    kind,
    spec: { ...about, ...who },
  });
  const status = (answer.body as { status?: ServerVerdict } | undefined)?.status;
  if (answer.status !== 201 || typeof status?.allowed !== "boolean") {
    throw new CommandError(`the server gives no verdict: ${refusedText(answer)}`);
  }
  return status;
}
