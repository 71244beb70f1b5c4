import { quotedPart } from "../../../../shared/text/quoted.ts";
import { pointer, structList, structText } from "../../../ground/formats/wording/goText.ts";
import type { PrinterColumn } from "../../extensions/custom/customColumns.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";
import type { SharedMember } from "./sharedMembers.ts";

const PACKAGE = "apiextensions";
const VERSION = `${PACKAGE}.CustomResourceDefinitionVersion`;
const COLUMN = `${PACKAGE}.CustomResourceColumnDefinition`;
const FIELD = `${PACKAGE}.SelectableField`;

/**
 * Maximum number of columns and fields, over all versions together, that a message shows: each is far longer in a
 * message than in a body.
 */
const SHOWN = 1000;

/**
 * Versions as messages print them. A schema and sub-resources that all versions share are printed as unset, because the
 * reference keeps them outside the versions.
 * @param shared members that are equal in all versions
 */
export function versionsText(
  versions: readonly CustomResourceVersion[] | undefined,
  shared: ReadonlySet<SharedMember>,
): string {
  let room = SHOWN;
  return structList(VERSION, versions, (version) => {
    const own = (member: SharedMember): unknown => (shared.has(member) ? undefined : version[member]);
    const listed = <T>(member: SharedMember): readonly T[] | undefined => {
      const items = ((own(member) ?? undefined) as readonly T[] | undefined)?.slice(0, room);
      room -= items?.length ?? 0;
      return items;
    };
    return structText(VERSION, {
      Name: quotedPart(version.name ?? ""),
      Served: String(version.served ?? false),
      Storage: String(version.storage ?? false),
      Deprecated: String(version.deprecated ?? false),
      DeprecationWarning: pointer("string", version.deprecationWarning),
      Schema: pointer(`${PACKAGE}.CustomResourceValidation`, own("schema")),
      Subresources: pointer(`${PACKAGE}.CustomResourceSubresources`, own("subresources")),
      AdditionalPrinterColumns: structList(
        COLUMN,
        listed<Partial<PrinterColumn>>("additionalPrinterColumns"),
        columnText,
      ),
      SelectableFields: structList(FIELD, listed<{ jsonPath?: string }>("selectableFields"), ({ jsonPath = "" }) =>
        structText(FIELD, { JSONPath: quotedPart(jsonPath) }),
      ),
    });
  });
}

const columnText = (column: Partial<PrinterColumn>): string =>
  structText(COLUMN, {
    Name: quotedPart(column.name ?? ""),
    Type: quotedPart(column.type ?? ""),
    Format: quotedPart(column.format ?? ""),
    Description: quotedPart(column.description ?? ""),
    Priority: String(column.priority ?? 0),
    JSONPath: quotedPart(column.jsonPath ?? ""),
  });
