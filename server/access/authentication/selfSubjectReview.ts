import { timestamp } from "../../../shared/time.ts";
import type { Action } from "../../api/registry/action.ts";
import { userInfo } from "./userInfo.ts";

/** POST on selfsubjectreviews: tells the caller who the server takes them for. The request's content does not matter. */
export const selfSubjectReviewAction: Action = (context, review) => ({
  apiVersion: review.apiVersion,
  kind: review.kind,
  metadata: { creationTimestamp: timestamp(context.now()) },
  status: { userInfo: userInfo(context.user) },
});
