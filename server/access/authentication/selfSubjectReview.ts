import { timestamp } from "../../../shared/time.ts";
import type { Action } from "../../api/registry/action.ts";
import { userInfo } from "./userInfo.ts";

/** POST on selfsubjectreviews: returns the caller's identity. The body is ignored. */
export const selfSubjectReviewAction: Action = (context, review) => ({
  apiVersion: review.apiVersion,
  kind: review.kind,
  metadata: { creationTimestamp: timestamp(context.now()) },
  status: { userInfo: userInfo(context.user) },
});
