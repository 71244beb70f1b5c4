import { quoted } from "../../../../shared/quoted.ts";
import { pointer, structList } from "../../../ground/formats/goText.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";
import type { SharedMember } from "./sharedMembers.ts";

const PACKAGE = "apiextensions";

/**
 * Versions as messages show them. A schema and subresources that all versions share show as unset, because the reference
 * keeps these apart from them.
 * @param shared what all versions state alike
 */
export function versionsText(
  versions: readonly CustomResourceVersion[] | undefined,
  shared: ReadonlySet<SharedMember>,
): string {
  return structList(`${PACKAGE}.CustomResourceDefinitionVersion`, versions, (version) => {
    const own = (member: SharedMember): unknown => (shared.has(member) ? undefined : version[member]);
    const parts = {
      Name: quoted(version.name ?? ""),
      Served: String(version.served ?? false),
      Storage: String(version.storage ?? false),
      Deprecated: String(version.deprecated ?? false),
      DeprecationWarning: pointer("string", version.deprecationWarning),
      Schema: pointer(`${PACKAGE}.CustomResourceValidation`, own("schema")),
      Subresources: pointer(`${PACKAGE}.CustomResourceSubresources`, own("subresources")),
      AdditionalPrinterColumns: structList(`${PACKAGE}.CustomResourceColumnDefinition`, undefined, String),
      SelectableFields: structList(`${PACKAGE}.SelectableField`, undefined, String),
    };
    const members = Object.entries(parts).map(([name, text]) => `${name}:${text}`);
    return `${PACKAGE}.CustomResourceDefinitionVersion{${members.join(", ")}}`;
  });
}
