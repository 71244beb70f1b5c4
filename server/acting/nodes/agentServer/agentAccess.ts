import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { PodRequest, PodResponse } from "../../../api/registry/podAccess.ts";

/** What a node's agent needs to ask the API who a client is and what it may do. */
export interface AccessParts {
  /** A client that acts as the node. */
  readonly client: Pick<ApiClient, "create">;
  readonly vocabulary: Vocabulary;
  readonly node: string;
}

interface Reviewed {
  readonly authenticated?: boolean;
  readonly user?: { readonly username?: string; readonly uid?: string; readonly groups?: readonly string[] };
}

const VERBS: Readonly<Record<string, string>> = { POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };
/** The subresource of the node that a path belongs to, for authorization; any other path belongs to `proxy`. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^\/stats(\/|$)/, "stats"],
  [/^\/metrics(\/|$)/, "metrics"],
  [/^\/logs(\/|$)/, "log"],
];

/**
 * The response that refuses a client of the agent's own port; undefined when the client is allowed.
 * @throws ApiError
 */
export async function refusal(request: Omit<PodRequest, "port">, parts: AccessParts): Promise<PodResponse | undefined> {
  const { client, vocabulary, node } = parts;
  const [, token] = /^Bearer (.+)$/i.exec(request.headers["authorization"] ?? "") ?? [];
  if (token === undefined) return said(401, "Unauthorized");
  const review = async (group: string, kind: string, spec: object): Promise<Reviewed & { allowed?: boolean }> => {
    const ref = { group: vocabulary.render(group), version: "v1", resource: `${kind.toLowerCase()}s` };
    const answer = await client.create(ref, { apiVersion: `${ref.group}/v1`, kind, metadata: {}, spec });
    return (answer["status"] ?? {}) as Reviewed & { allowed?: boolean };
  };
  const { authenticated, user = {} } = await review("authentication.{domain}", "TokenReview", { token });
  if (authenticated !== true) return said(401, "Unauthorized");
  const verb = VERBS[request.method] ?? "get";
  const subresource = PARTS.find(([path]) => path.test(request.path.replace(/\?.*$/, "")))?.[1] ?? "proxy";
  const { allowed } = await review("authorization.{domain}", "SubjectAccessReview", {
    user: user.username,
    uid: user.uid,
    groups: user.groups,
    resourceAttributes: { verb, version: "v1", resource: "nodes", subresource, name: node },
  });
  if (allowed === true) return undefined;
  return said(403, `Forbidden (user=${user.username}, verb=${verb}, resource=nodes, subresource=${subresource})`);
}

const said = (status: number, text: string): PodResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: Buffer.from(text),
});
