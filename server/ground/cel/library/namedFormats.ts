/** Named string formats: `format.dns1123Label().validate(x)` returns the problems of a string, or none. */
import { checkLabelValue, checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { checkName } from "../../formats/names/names.ts";
import { parseRequestUrl } from "../../formats/urls/requestUrl.ts";
import { hasFormat } from "../../formats/valueFormats.ts";
import { type ArgumentEstimate, define, type Overload, TRAVERSAL } from "../overload.ts";
import { ListValue, NONE, OpaqueValue, OptionalValue } from "../values/values.ts";
import { opaqueData, text } from "./arguments.ts";
import { productType } from "./typeNames.ts";

const TYPE = productType("NamedFormat");

/** Returns the problems of a string; empty when it matches the format. */
type Check = (value: string) => readonly string[];

const checked =
  (format: string, message: string): Check =>
  (value) =>
    hasFormat(format, value) ? [] : [message];

const FORMATS: Readonly<Record<string, Check>> = {
  dns1123Label: (value) => checkName("label", value),
  dns1123Subdomain: (value) => checkName("subdomain", value),
  dns1035Label: (value) => checkName("label1035", value),
  qualifiedName: checkQualifiedName,
  dns1123LabelPrefix: (value) => checkName("label", value, true),
  dns1123SubdomainPrefix: (value) => checkName("subdomain", value, true),
  dns1035LabelPrefix: (value) => checkName("label1035", value, true),
  labelValue: checkLabelValue,
  uri: (value) => {
    const url = parseRequestUrl(value);
    return typeof url === "string" ? [url] : [];
  },
  uuid: checked("uuid", "does not match the UUID format"),
  byte: checked("byte", "invalid base64"),
  date: checked("date", "invalid date"),
  datetime: checked("datetime", "invalid datetime"),
};

/** The size of the largest pattern among the formats. */
const PATTERN_SIZE = 60;
const cost = ([, size = 0]: readonly number[]): number =>
  Math.ceil((1 + size) * TRAVERSAL) * Math.ceil(PATTERN_SIZE * 0.25);

/** The assumed size of a pattern while the format is unknown. */
const UNKNOWN_PATTERN_SIZE = 128;
const estimate = ([, value]: readonly ArgumentEstimate[]): number =>
  Math.ceil((value?.size.max ?? 0) * TRAVERSAL) * UNKNOWN_PATTERN_SIZE * 0.25;

const named = (name: string): OpaqueValue => new OpaqueValue(TYPE, name);

function validate(name: string, value: string): OptionalValue {
  const messages = FORMATS[name]?.(value) ?? [];
  return messages.length === 0 ? NONE : new OptionalValue(new ListValue(messages));
}

export const namedFormats: readonly Overload[] = [
  ...Object.keys(FORMATS).map((name) => define(`format.${name}(): ${TYPE}`, () => named(name))),
  define(`format.named(string): optional_type(${TYPE})`, ([name]) =>
    Object.hasOwn(FORMATS, text(name)) ? new OptionalValue(named(text(name))) : NONE,
  ),
  define(
    `${TYPE}~validate(string): optional_type(list(string))`,
    ([format, value]) => validate(opaqueData<string>(format, TYPE), text(value)),
    { cost, estimate },
  ),
];
