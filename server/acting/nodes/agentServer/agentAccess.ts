import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { PodRequest, PodResponse } from "../../../api/registry/podDoors.ts";

/** How a node's agent asks the API who its clients are, and what they may do. */
export interface AccessParts {
  /** Acts as the node. */
  readonly client: Pick<ApiClient, "create">;
  readonly vocabulary: Vocabulary;
  readonly node: string;
}

interface Reviewed {
  readonly authenticated?: boolean;
  readonly user?: { readonly username?: string; readonly uid?: string; readonly groups?: readonly string[] };
}

const VERBS: Readonly<Record<string, string>> = { POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };
/** What of a node a path is, for authorization; any other is its proxy. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^\/stats(\/|$)/, "stats"],
  [/^\/metrics(\/|$)/, "metrics"],
  [/^\/logs(\/|$)/, "log"],
];

/** Why the agent does not answer a client that comes to its own port; undefined when it does. @throws ApiError */
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
