import type { Identity } from "../../../ground/rights/identity.ts";

const NODES_GROUP = "system:nodes";
const NODE_PREFIX = "system:node:";

/**
 * The name of the node that a user represents: undefined for other users, empty for a node that does not state its
 * name.
 */
export function nodeNameOf(user: Identity): string | undefined {
  if (!user.username.startsWith(NODE_PREFIX) || !user.groups.includes(NODES_GROUP)) return undefined;
  return user.username.slice(NODE_PREFIX.length);
}
