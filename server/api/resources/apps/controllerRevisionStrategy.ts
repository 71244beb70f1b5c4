import type { ControllerRevision } from "kubernetes-types/apps/v1";
import { type FieldError, formatValue, required } from "../../../../shared/fieldError.ts";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { structText } from "../../../ground/formats/wording/goText.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";

function validate(object: ApiObject): FieldError[] {
  const { revision, data } = decoded<ControllerRevision>(object);
  return [
    ...(data === undefined || data === null ? [required("data", "data is mandatory")] : []),
    ...validateNonNegative(revision, "revision"),
  ];
}

/** The data of a revision is immutable; its revision number may change. */
export const controllerRevisionStrategy: Strategy = {
  metadataOnUpdate: ["change", "whole"],
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) => [
    ...validate(object),
    ...validateImmutable(object["data"], old["data"], "data", dataText(object["data"])),
  ],
};

/** Data of unknown type as the reference prints it: as the bytes of its JSON. */
function dataText(data: unknown): string {
  if (data === undefined || data === null) return formatValue(data);
  const bytes = [...Buffer.from(stringifyJson(data))].map((byte) => `0x${byte.toString(16)}`);
  return structText("runtime.Unknown", {
    TypeMeta: 'runtime.TypeMeta{APIVersion:"", Kind:""}',
    Raw: `[]uint8{${bytes.join(", ")}}`,
    ContentEncoding: '""',
    ContentType: '"application/json"',
  });
}
