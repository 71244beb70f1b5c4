import type { ResourceAttributes } from "../../../ground/rights/authorizer.ts";
import type { Identity } from "../../../ground/rights/identity.ts";

/** Attributes of a request for pods, for tests; every part can be replaced. */
export const podAttributes = (parts: Partial<ResourceAttributes> = {}): ResourceAttributes => ({
  resourceRequest: true,
  verb: "get",
  group: "",
  version: "v1",
  resource: "pods",
  subresource: "",
  namespace: "n",
  name: "p",
  ...parts,
});

/** A user of some groups, for tests. */
export const testUser = (username: string, ...groups: string[]): Identity => ({ username, groups, extra: {} });
