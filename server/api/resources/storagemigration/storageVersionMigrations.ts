import type { ApiObject } from "../../../../shared/object.ts";
import { textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import {
  migrationStatusErrors,
  type StorageVersionMigration,
  validateMigration,
  validateMigrationUpdate,
} from "./migrationValidation.ts";

const strategy = specStatusStrategy(
  {
    allowUnconditionalUpdate: false,
    metadataOnUpdate: "woven",
    validate: (_context, object) => validateMigration(object),
    validateUpdate: (_context, object, old, looks) => validateMigrationUpdate(object, old, looks),
  },
  { tracksGeneration: false },
);
const status = statusStrategy(strategy, {
  metadata: "reset",
  validating: (_context, object, old) => migrationStatusErrors(object, old),
});

function resourceText(object: ApiObject): string {
  const { group = "", version = "", resource = "" } = decoded<StorageVersionMigration>(object).spec?.resource ?? {};
  return `${resource}.${version}.${group}`;
}

/** `storagemigration.{domain}/v1alpha1` storageversionmigrations. */
export const storageVersionMigrations = defineResource({
  group: "storagemigration.{domain}",
  version: "v1alpha1",
  introduced: "1.30",
  kind: "StorageVersionMigration",
  plural: "storageversionmigrations",
  singular: "storageversionmigration",
  scope: "Cluster",
  definition: "api.storagemigration.v1alpha1.StorageVersionMigration",
  gate: "StorageVersionMigrator",
  strategy,
  columns: [
    textColumn("Name", "Name of the migration", (object) => object.metadata.name ?? ""),
    textColumn("Resource", "Resource that is migrated", resourceText),
  ],
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: status }],
});
