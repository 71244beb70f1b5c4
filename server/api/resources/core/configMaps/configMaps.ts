import { ageColumn, nameColumn, textColumn } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { NO_METADATA_ERRORS } from "../../../registry/metadata/objectMeta.ts";
import { emptyForNull } from "../secrets/secretData.ts";
import { asConfigMap } from "../views.ts";
import { configMapErrors, configMapUpdateErrors } from "./configMapValidation.ts";

const DATA =
  "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.";

/** Configuration for programs to read. */
export const configMaps = defineResource({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  singular: "configmap",
  scope: "Namespaced",
  definition: "api.core.v1.ConfigMap",
  shortNames: ["cm"],
  strategy: {
    metadataOnUpdate: "woven",
    canonicalize: (object) => emptyForNull(object, "binaryData"),
    validating: (_context, object, old, looks = NO_METADATA_ERRORS) =>
      old === undefined
        ? configMapErrors(asConfigMap(object))
        : configMapUpdateErrors(asConfigMap(object), asConfigMap(old), looks),
  },
  columns: [
    nameColumn,
    textColumn("Data", DATA, (object) => {
      const { data, binaryData } = asConfigMap(object);
      return Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length;
    }),
    ageColumn,
  ],
});
