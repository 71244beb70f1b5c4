import type { Action } from "../registry/action.ts";
import { userInfo } from "./userInfo.ts";

/** POST on selfsubjectreviews: tells the caller who the server takes them for. The request's content does not matter. */
export const selfSubjectReviewAction: Action = (context, review) => ({
  apiVersion: review.apiVersion,
  kind: review.kind,
  metadata: { creationTimestamp: `${new Date(context.now()).toISOString().slice(0, 19)}Z` },
  status: { userInfo: userInfo(context.user) },
});
