import { pointer, quoted, structList } from "../validation/goText.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";

const PACKAGE = "apiextensions";

/**
 * Versions as messages show them. A single version's schema, subresources and columns show as unset, because the reference
 * keeps what all versions share apart from them.
 */
export function versionsText(versions: readonly CustomResourceVersion[] | undefined): string {
  const alone = versions?.length === 1;
  return structList(
    `${PACKAGE}.CustomResourceDefinitionVersion`,
    versions?.map((version) => {
      const own = <T>(value: T): T | undefined => (alone ? undefined : value);
      const parts = {
        Name: quoted(version.name ?? ""),
        Served: String(version.served ?? false),
        Storage: String(version.storage ?? false),
        Deprecated: String(version.deprecated ?? false),
        DeprecationWarning: pointer("string", version.deprecationWarning),
        Schema: pointer(`${PACKAGE}.CustomResourceValidation`, own(version.schema)),
        Subresources: pointer(`${PACKAGE}.CustomResourceSubresources`, own(version.subresources)),
        AdditionalPrinterColumns: structList(`${PACKAGE}.CustomResourceColumnDefinition`, undefined),
        SelectableFields: structList(`${PACKAGE}.SelectableField`, undefined),
      };
      const members = Object.entries(parts).map(([name, text]) => `${name}:${text}`);
      return `${PACKAGE}.CustomResourceDefinitionVersion{${members.join(", ")}}`;
    }),
  );
}
