import { type ApiError, forbidden } from "../../../shared/status.ts";
import { quoted } from "../../../shared/text/quoted.ts";
import { withoutMarkup } from "../../../shared/text/withoutMarkup.ts";
import type { Attributes } from "../../ground/rights/authorizer.ts";
import type { Identity } from "../../ground/rights/identity.ts";

/** What a user may not do, in the words of the API: the middle part of a 403's message. */
export function forbiddenText(user: Identity, attributes: Attributes): string {
  const who = `User ${quoted(user.username)} cannot ${attributes.verb}`;
  if (!attributes.resourceRequest) return `${who} path ${quoted(attributes.path)}`;
  const { group, resource, subresource, namespace } = attributes;
  const what = quoted(subresource === "" ? resource : `${resource}/${subresource}`);
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${quoted(namespace)}`;
  return `${who} resource ${what} in API group ${quoted(group)} ${where}`;
}

/** The 403 for a denied request. `reason` contains the authorizers' reasons, and is appended when not empty. */
export function forbiddenError(user: Identity, attributes: Attributes, reason = ""): ApiError {
  const text = withoutMarkup(forbiddenText(user, attributes));
  const message = reason === "" ? text : `${text}: ${reason}`;
  if (!attributes.resourceRequest) return forbidden({ group: "", resource: "" }, "", message);
  return forbidden({ group: attributes.group, resource: attributes.resource }, attributes.name, message);
}
