import { quoted } from "../../../../shared/quoted.ts";
import { pointer, structList, structText } from "../../../ground/formats/goText.ts";
import type { PrinterColumn } from "../../extensions/custom/customColumns.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";
import type { SharedMember } from "./sharedMembers.ts";

const PACKAGE = "apiextensions";
const COLUMN = `${PACKAGE}.CustomResourceColumnDefinition`;
const FIELD = `${PACKAGE}.SelectableField`;

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
      AdditionalPrinterColumns: columnsText(own("additionalPrinterColumns")),
      SelectableFields: structList(
        FIELD,
        ownList<{ jsonPath?: string }>(own("selectableFields")),
        ({ jsonPath = "" }) => structText(FIELD, { JSONPath: quoted(jsonPath) }),
      ),
    };
    const members = Object.entries(parts).map(([name, text]) => `${name}:${text}`);
    return `${PACKAGE}.CustomResourceDefinitionVersion{${members.join(", ")}}`;
  });
}

const ownList = <T>(value: unknown): readonly T[] | undefined => (value ?? undefined) as readonly T[] | undefined;

const columnsText = (columns: unknown): string =>
  structList(COLUMN, ownList<Partial<PrinterColumn>>(columns), (column) =>
    structText(COLUMN, {
      Name: quoted(column.name ?? ""),
      Type: quoted(column.type ?? ""),
      Format: quoted(column.format ?? ""),
      Description: quoted(column.description ?? ""),
      Priority: String(column.priority ?? 0),
      JSONPath: quoted(column.jsonPath ?? ""),
    }),
  );
