import { ageColumn, nameColumn, textColumn } from "../../../registry/columns/table.ts";
import { defineResource } from "../../../registry/definition.ts";
import { NO_METADATA_ERRORS } from "../../../registry/metadata/objectMeta.ts";
import { fieldText } from "../selectable.ts";
import { asSecret } from "../views.ts";
import { emptyForNull, foldStringData } from "./secretData.ts";
import { secretErrors, secretUpdateErrors, secretWarnings } from "./secretValidation.ts";

const TYPE =
  "Used to facilitate programmatic handling of secret data. More info: https://{labelDomain}/docs/concepts/configuration/secret/#secret-types";
const DATA =
  "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4";

/** Confidential data. */
export const secrets = defineResource({
  group: "",
  version: "v1",
  kind: "Secret",
  plural: "secrets",
  singular: "secret",
  scope: "Namespaced",
  definition: "api.core.v1.Secret",
  strategy: {
    metadataOnUpdate: "woven",
    canonicalize: (object) => emptyForNull(object, "data"),
    prepareForCreate: (_context, object) => foldStringData(object),
    *prepareForUpdate(_context, object, old) {
      yield* foldStringData(object);
      // An update without a type keeps the stored one.
      if ((object["type"] ?? "") === "" || object["type"] === undefined) object["type"] = old["type"];
    },
    validating: ({ vocabulary }, object, old, looks = NO_METADATA_ERRORS) =>
      old === undefined
        ? secretErrors(asSecret(object), vocabulary)
        : secretUpdateErrors(asSecret(object), asSecret(old), vocabulary, looks),
    warningsOnCreate: (context, object) => secretWarnings(asSecret(object), context.vocabulary),
    warningsOnUpdate: (context, object) => secretWarnings(asSecret(object), context.vocabulary),
  },
  columns: [
    nameColumn,
    textColumn("Type", TYPE, (object) => asSecret(object).type ?? ""),
    textColumn("Data", DATA, (object) => Object.keys(asSecret(object).data ?? {}).length),
    ageColumn,
  ],
  selectableFields: { type: fieldText("type") },
});
