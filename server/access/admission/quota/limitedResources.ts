import { type FieldError, required } from "../../../../shared/fieldError.ts";
import type { ApiObject, GroupResource } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { checkShape } from "../configuration/configurationObject.ts";
import { refusal } from "../requests.ts";
import { matchingScopes, type ScopeSelector } from "./quotaScopes.ts";
import type { Usage } from "./quotaUsage.ts";

/** A resource that requests may only consume when a quota covers it. */
export interface LimitedResource extends GroupResource {
  /** Substrings of amounts' names: an amount whose name contains one needs a quota. */
  readonly matchContains: readonly string[];
  /** Pods that match one of these scopes need a quota with that scope. */
  readonly matchScopes: readonly ScopeSelector[];
}

interface Written {
  readonly apiGroup?: string;
  readonly resource?: string;
  readonly matchContains?: readonly string[] | null;
  readonly matchScopes?: readonly Partial<ScopeSelector>[] | null;
}

/** Reads a `ResourceQuotaConfiguration`, or its older form. @throws Error that lists all errors */
export function readLimitedResources(
  value: Readonly<Record<string, unknown>> | undefined,
  vocabulary: Vocabulary,
): LimitedResource[] {
  if (value === undefined) return [];
  const older = value["kind"] === "Configuration";
  const group = vocabulary.render(older ? "resourcequota.admission.{domain}" : "apiserver.config.{domain}");
  checkShape(value, {
    kind: older ? "Configuration" : "ResourceQuotaConfiguration",
    apiVersions: (older ? ["v1beta1", "v1alpha1"] : ["v1"]).map((version) => `${group}/${version}`),
    members: {
      limitedResources: [
        {
          apiGroup: "text",
          resource: "text",
          matchContains: "texts",
          matchScopes: [{ scopeName: "text", operator: "text", values: "texts" }],
        },
      ],
    },
  });
  const written = (value as { readonly limitedResources?: readonly Written[] | null }).limitedResources ?? [];
  const errors: FieldError[] = [];
  const read = written.map(({ apiGroup = "", resource = "", matchContains, matchScopes }, i): LimitedResource => {
    if (resource === "") errors.push(required(`limitedResources[${i}].resource`));
    const scopes = (matchScopes ?? []).map(
      ({ scopeName = "", operator = "", values }): ScopeSelector => ({ scopeName, operator, values: values ?? [] }),
    );
    return { group: apiGroup, resource, matchContains: matchContains ?? [], matchScopes: scopes };
  });
  if (errors.length > 0) throw new Error(aggregateText(errors.map(({ field, message }) => `${field}: ${message}`)));
  return read;
}

/** What a request needs a quota for, regardless of the namespace's quotas. */
export interface Limits {
  /** Names of amounts that need a quota. */
  readonly names: readonly string[];
  readonly scopes: readonly ScopeSelector[];
}

/** @param usage the object's usage */
export function limitsOf(
  limited: readonly LimitedResource[],
  { resource, group }: GroupResource,
  object: ApiObject,
  usage: Usage,
): Limits {
  const scopes = limited.flatMap(({ matchScopes }) => matchingScopes(matchScopes, { resource, group }, object));
  const parts = limited
    .filter((each) => each.resource === resource && each.group === group)
    .flatMap(({ matchContains }) => matchContains);
  const used = [...usage].filter(([, { digits }]) => digits > 0n).map(([name]) => name);
  return { names: used.filter((name) => parts.some((part) => name.includes(part))), scopes };
}

/**
 * @param names the amounts that the matching quotas limit
 * @param scopes the scopes of quotas that the object matches
 * @throws ApiError 403 for amounts, 500 for scopes, as in the reference
 */
export function checkCovered(
  limits: Limits,
  request: AdmissionRequest,
  names: Pick<ReadonlySet<string>, "has">,
  scopes: readonly ScopeSelector[],
): void {
  const missing = limits.names.filter((name) => !names.has(name)).sort();
  if (missing.length > 0) throw refusal(request, `insufficient quota to consume: ${missing.join(",")}`);
  const uncovered = limits.scopes.filter(({ scopeName }) => scopes.every((scope) => scope.scopeName !== scopeName));
  if (uncovered.length === 0) return;
  const shown = uncovered.map(
    ({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(" ")}]}`,
  );
  throw new ApiError(500, "", `insufficient quota to match these scopes: [${shown.join(" ")}]`);
}
