import type { ApiObject } from "../../../../shared/object.ts";
import { listWithMore, UNSET } from "../../registry/columns/cells.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import {
  checkStorageVersionName,
  type StorageVersion,
  validateStorageVersionStatus,
} from "./storageVersionValidation.ts";

const SHOWN_SERVERS = 3;

const strategy = specStatusStrategy(
  {
    nameRule: () => checkStorageVersionName,
    allowUnconditionalUpdate: false,
    validate: (_context, object) => validateStorageVersionStatus(object),
    // The spec is empty, so an update changes nothing that needs validation.
    metadataOnUpdate: [],
    validateUpdate: () => [],
  },
  { tracksGeneration: false },
);
const status = statusStrategy(strategy, {
  metadata: "reset",
  metadataOnUpdate: [],
  validate: (_context, object) => validateStorageVersionStatus(object),
});

const statusOf = (object: ApiObject) => decoded<StorageVersion>(object).status ?? {};

/** `internal.apiserver.{domain}/v1alpha1` storageversions. */
export const storageVersions = defineResource({
  group: "internal.apiserver.{domain}",
  version: "v1alpha1",
  kind: "StorageVersion",
  plural: "storageversions",
  singular: "storageversion",
  scope: "Cluster",
  definition: "api.apiserverinternal.v1alpha1.StorageVersion",
  strategy,
  columns: nameAndAge(
    textColumn(
      "CommonEncodingVersion",
      "Version that all servers store",
      (object) => statusOf(object).commonEncodingVersion ?? UNSET,
    ),
    textColumn("StorageVersions", "Version that each server stores", (object) => {
      const servers = statusOf(object).storageVersions ?? [];
      const texts = servers.map(({ apiServerID = "", encodingVersion = "" }) => `${apiServerID}=${encodingVersion}`);
      return listWithMore(texts, SHOWN_SERVERS, UNSET);
    }),
  ),
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: status }],
});
