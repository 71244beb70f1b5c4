import type { Authorizer } from "../../ground/rights/authorizer.ts";

/** Mode `AlwaysDeny`: never allows, but has no opinion, so that other modes may allow. */
export const alwaysDeny: Authorizer = {
  name: "AlwaysDeny",
  authorize: () => ({ decision: "noOpinion", reason: "Everything is forbidden." }),
  rulesFor: () => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
};
