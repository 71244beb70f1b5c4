import { pathsOf, pathText } from "../fieldset/fieldPath.ts";
import type { FieldSet } from "../fieldset/fieldSet.ts";
import { compareText } from "../fieldset/pathElement.ts";
import { ApiError, type StatusCause } from "../status.ts";
import { type ManagedSet, managerId } from "./managedFields.ts";

/** Fields that an apply would change and that another manager owns. */
export interface FieldConflict {
  readonly owner: ManagedSet;
  readonly fields: FieldSet;
}

/** The 409 of an apply, with what it is about. */
export class FieldConflictError extends ApiError {
  readonly conflicts: readonly FieldConflict[];

  constructor(message: string, causes: StatusCause[], conflicts: readonly FieldConflict[]) {
    super(409, "Conflict", message, { causes });
    this.conflicts = conflicts;
  }
}

/** 409 with one cause per field and owner, owners sorted. */
export function applyConflict(conflicts: readonly FieldConflict[]): FieldConflictError {
  const owners = [...conflicts]
    .sort((a, b) => compareText(managerId(a.owner), managerId(b.owner)))
    .map(({ owner, fields }) => ({ name: describeOwner(owner), paths: pathsOf(fields).map(pathText) }));
  const causes: StatusCause[] = owners.flatMap(({ name, paths }) =>
    paths.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${name}`, field })),
  );
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
