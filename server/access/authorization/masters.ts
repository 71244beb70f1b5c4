import type { Authorizer } from "../../ground/rights/authorizer.ts";
import { GROUP_MASTERS } from "../../ground/rights/identity.ts";

/** Allows everything for the masters group, without a reason. Comes first, so that no mode can lock its members out. */
export const mastersAuthorizer: Authorizer = {
  name: "masters",
  authorize: (user) => ({ decision: user.groups.includes(GROUP_MASTERS) ? "allow" : "noOpinion", reason: "" }),
};
