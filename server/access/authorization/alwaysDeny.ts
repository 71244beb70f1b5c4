import type { Authorizer } from "../../ground/rights/authorizer.ts";

/** Mode `AlwaysDeny`: allows nothing, but leaves other modes their say. */
export const alwaysDeny: Authorizer = {
  name: "AlwaysDeny",
  authorize: () => ({ decision: "noOpinion", reason: "Everything is forbidden." }),
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
};
