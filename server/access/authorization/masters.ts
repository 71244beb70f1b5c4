import type { Authorizer } from "../../ground/rights/authorizer.ts";
import { GROUP_MASTERS } from "../../ground/rights/identity.ts";

/** Allows everything to the masters, without a reason. Stands first, so that no mode can lock them out. */
export const mastersAuthorizer: Authorizer = {
  name: "masters",
  authorize: (user) => ({ decision: user.groups.includes(GROUP_MASTERS) ? "allow" : "noOpinion", reason: "" }),
};
