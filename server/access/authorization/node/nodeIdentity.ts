import type { Identity } from "../../../ground/rights/identity.ts";

const NODES_GROUP = "system:nodes";
const NODE_PREFIX = "system:node:";

/** The node that a user is: undefined for whoever is none, empty for a node that does not say which. */
export function nodeNameOf(user: Identity): string | undefined {
  if (!user.username.startsWith(NODE_PREFIX) || !user.groups.includes(NODES_GROUP)) return undefined;
  return user.username.slice(NODE_PREFIX.length);
}
