import { expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { migrationStatusErrors, validateMigration, validateMigrationUpdate } from "./migrationValidation.ts";
import { storageVersionMigrations } from "./storageVersionMigrations.ts";

const texts = (errors: readonly { field: string; message: string }[]) =>
  errors.map(({ field, message }) => `${field}: ${message}`);
const migration = (resource: object, status: object = {}): ApiObject => ({
  metadata: { name: "m" },
  spec: { resource },
  status,
});
const deployments = { group: "apps", version: "v1", resource: "deployments" };
const condition = (type: string, status = "True") => ({
  type,
  status,
  reason: "R",
  lastUpdateTime: "2026-01-02T03:04:05Z",
});

test("the resource is required and immutable", () => {
  expect(validateMigration(migration(deployments))).toEqual([]);
  expect(texts(validateMigration(migration({})))).toEqual([
    "spec.resource.resource: Required value: resource is required",
    "spec.resource.version: Required value: version is required",
  ]);
  expect(
    texts(
      validateMigrationUpdate(migration({ ...deployments, version: "v2" }), migration(deployments), NO_METADATA_ERRORS),
    ),
  ).toEqual(['version: Invalid value: "v2": field is immutable']);
});

const status = (after: object, before: object = {}) =>
  texts(atOnce(migrationStatusErrors(migration(deployments, after), migration(deployments, before)))).map((text) =>
    text.replace(/Invalid value: \[.*\]: /, ""),
  );

test("a migration finishes once, as succeeded or failed", () => {
  const ended = { resourceVersion: "5", conditions: [condition("Succeeded")] };
  expect(status(ended, { resourceVersion: "5", conditions: [condition("Running")] })).toEqual([]);
  expect(status({ conditions: [condition("Succeeded"), condition("Failed")] })).toEqual([
    "status.conditions: Both success and failed conditions cannot be true at the same time",
  ]);
  expect(status({ ...ended, conditions: [condition("Succeeded", "False")] }, ended)).toEqual([
    "status.conditions: Success condition cannot be set to false once it is true",
  ]);
});

test("status.resourceVersion is an integer and immutable once set", () => {
  expect(status({ resourceVersion: "6" }, { resourceVersion: "5" })).toEqual([
    'status.resourceVersion: Invalid value: "6": resourceVersion cannot be updated',
  ]);
  expect(status({ resourceVersion: "x" })).toEqual([
    'status.resourceVersion: Invalid value: "x": failed to parse resource version "x": strconv.ParseInt: parsing "x": invalid syntax',
  ]);
});

test("updates require a resourceVersion", () => {
  const status = storageVersionMigrations.subresources?.find(({ name }) => name === "status")?.strategy;
  expect(storageVersionMigrations.strategy.allowUnconditionalUpdate).toBe(false);
  expect(status?.allowUnconditionalUpdate).toBe(false);
});
