import { append } from "../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, required } from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../../shared/text/quoted.ts";
import { checkLabel, invalidBy } from "../../../../ground/formats/names/names.ts";
import { invalidText, pointer, structText } from "../../../../ground/formats/wording/goText.ts";

/** A pod's reference to devices, either shared with other pods or its own. */
interface PodResourceClaim {
  readonly name?: string;
  readonly resourceClaimName?: string | null;
  readonly resourceClaimTemplateName?: string | null;
}

/** Field errors of the claims of a pod: names must be unique, and each claim must have exactly one source. */
export function validateResourceClaims(
  claims: readonly PodResourceClaim[] | undefined | null,
  path: string,
): Steps<FieldError[]> {
  const names = new Set<string>();
  return errorsOfEach(claims, path, (claim, at) => {
    const { name = "" } = claim;
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(child(at, "name")));
    else if (names.has(name)) errors.push(duplicate(child(at, "name"), name));
    else append(errors, invalidBy(child(at, "name"), name, checkLabel(name)));
    names.add(name);
    return [...errors, ...validateSource(claim, at)];
  });
}

function validateSource(claim: PodResourceClaim, path: string): FieldError[] {
  const fields = ["resourceClaimName", "resourceClaimTemplateName"] as const;
  const given = fields.flatMap((field) => {
    const value = claim[field];
    return value === undefined || value === null ? [] : [{ field, value }];
  });
  const shown = structText("core.PodResourceClaim", {
    Name: quoted(claim.name ?? ""),
    ResourceClaimName: pointer("string", claim.resourceClaimName),
    ResourceClaimTemplateName: pointer("string", claim.resourceClaimTemplateName),
  });
  const errors: FieldError[] = [];
  if (given.length > 1) {
    const detail = "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified";
    errors.push(invalidText(path, shown, detail));
  }
  if (given.length === 0) {
    const detail = "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
    errors.push(invalidText(path, shown, detail));
  }
  return [
    ...errors,
    ...given.flatMap(({ field, value }) => invalidBy(child(path, field), value, checkSubdomain(value))),
  ];
}
