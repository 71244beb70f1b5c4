import { pathsInSteps, pathText } from "../fieldset/fieldPath.ts";
import type { FieldSet } from "../fieldset/fieldSet.ts";
import { compareText } from "../fieldset/pathElement.ts";
import { ApiError, type StatusCause } from "../status.ts";
import { isTurnDue, type Steps } from "../steps.ts";
import { type ManagedSet, managerId } from "./managedFields.ts";

/** Fields that an apply would change and that another manager owns. */
export interface FieldConflict {
  readonly owner: ManagedSet;
  readonly fields: FieldSet;
}

/** A 409 response to an apply, with the conflicts that caused it. */
export class FieldConflictError extends ApiError {
  readonly conflicts: readonly FieldConflict[];

  constructor(message: string, causes: StatusCause[], conflicts: readonly FieldConflict[]) {
    super(409, "Conflict", message, { causes });
    this.conflicts = conflicts;
  }
}

/** A 409 error with one cause per field and owner, sorted by owner. */
export function* applyConflict(conflicts: readonly FieldConflict[]): Steps<FieldConflictError> {
  const sorted = [...conflicts].sort((a, b) => compareText(managerId(a.owner), managerId(b.owner)));
  const owners: { name: string; paths: string[] }[] = [];
  const causes: StatusCause[] = [];
  for (const { owner, fields } of sorted) {
    const name = describeOwner(owner);
    const paths: string[] = [];
    for (const path of yield* pathsInSteps(fields)) {
      if (isTurnDue()) yield;
      const field = pathText(path);
      paths.push(field);
      causes.push({ reason: "FieldManagerConflict", message: `conflict with ${name}`, field });
    }
    owners.push({ name, paths });
  }
  const only = causes.length === 1 ? causes[0] : undefined;
  const message =
    only !== undefined
      ? `Apply failed with 1 conflict: ${only.message}: ${only.field}`
      : `Apply failed with ${causes.length} conflicts: ${owners
          .map(({ name, paths }) => [`conflicts with ${name}:`, ...paths.map((path) => `- ${path}`)].join("\n"))
          .join("\n")}`;
  return new FieldConflictError(message, causes, conflicts);
}

function describeOwner(owner: ManagedSet): string {
  const name = JSON.stringify(owner.manager);
  const subresource = owner.subresource === "" ? "" : ` with subresource ${JSON.stringify(owner.subresource)}`;
  return `${name}${subresource}${owner.operation === "Update" ? ` using ${owner.apiVersion}` : ""}`;
}
