import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { FieldSelector } from "../../../../shared/selectors/fieldSelector.ts";
import type { LabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import type { Attributes, ResourceAttributes } from "../../../ground/rights/authorizer.ts";
import type { Identity } from "../../../ground/rights/identity.ts";

interface Requirements {
  readonly requirements: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** `spec` of a SubjectAccessReview v1 for webhooks, without empty members. */
export interface ReviewSpec {
  readonly resourceAttributes?: Readonly<Record<string, string | Requirements>>;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly uid?: string;
}

/** Builds the review of whether a user may do something. */
export function reviewSpec(user: Identity, attributes: Attributes): ReviewSpec {
  return {
    ...(attributes.resourceRequest
      ? { resourceAttributes: resourceAttributes(attributes) }
      : { nonResourceAttributes: withoutEmpty({ path: attributes.path, verb: attributes.verb }) }),
    ...withoutEmpty({ user: user.username }),
    ...(user.groups.length === 0 ? {} : { groups: user.groups }),
    ...(isEmptyMap(user.extra) ? {} : { extra: user.extra }),
    ...withoutEmpty({ uid: user.uid ?? "" }),
  };
}

function resourceAttributes(attributes: ResourceAttributes): Readonly<Record<string, string | Requirements>> {
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  const fields = fieldRequirements(attributes.fieldSelector ?? []);
  const labels = labelRequirements(attributes.labelSelector ?? []);
  return {
    ...withoutEmpty({ namespace, verb, group, version, resource, subresource, name }),
    ...(fields.length === 0 ? {} : { fieldSelector: { requirements: fields } }),
    ...(labels.length === 0 ? {} : { labelSelector: { requirements: labels } }),
  };
}

const withoutEmpty = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));

const fieldRequirements = (selector: FieldSelector): Requirements["requirements"] =>
  selector.map(({ field, negated, value }) => ({ key: field, operator: negated ? "NotIn" : "In", values: [value] }));

/** Numeric comparisons have no operator in the API. Without them, the review covers more objects. */
const labelRequirements = (selector: LabelSelector): Requirements["requirements"] =>
  selector
    .filter(({ operator }) => operator !== "Gt" && operator !== "Lt")
    .map(({ key, operator, values }) => ({ key, operator, ...(values.length === 0 ? {} : { values }) }));

/** The variable `request` of match conditions: the same, but including empty strings. */
export function conditionRequest(user: Identity, attributes: Attributes): unknown {
  const subject = { user: user.username, groups: user.groups, uid: user.uid ?? "", extra: user.extra };
  if (!attributes.resourceRequest) {
    return { ...subject, nonResourceAttributes: { path: attributes.path, verb: attributes.verb } };
  }
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  return {
    ...subject,
    resourceAttributes: {
      namespace,
      verb,
      group,
      version,
      resource,
      subresource,
      name,
      ...selectorParts(attributes),
    },
  };
}

function selectorParts(attributes: ResourceAttributes): Record<string, unknown> {
  const { fieldSelector, labelSelector } = resourceAttributes(attributes);
  return {
    ...(fieldSelector === undefined ? {} : { fieldSelector: withValues(fieldSelector as Requirements) }),
    ...(labelSelector === undefined ? {} : { labelSelector: withValues(labelSelector as Requirements) }),
  };
}

const withValues = ({ requirements }: Requirements): Requirements => ({
  requirements: requirements.map((requirement) => ({ values: [], ...requirement })),
});
