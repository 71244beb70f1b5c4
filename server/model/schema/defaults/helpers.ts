/** What the defaulting rules have in common. */
import { formatQuantity, parseQuantity } from "../../../../shared/quantity.ts";

type Strings = Readonly<Record<string, string>>;

/** Absent, null, or empty text, list or map. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/**
 * The tag of an image reference: `latest` when it has neither tag nor digest, empty with a digest only.
 *
 * @example imageTag("registry:5000/nginx") // "latest"
 */
export function imageTag(image: string | undefined): string {
  const [name = "", digest] = (image ?? "").split("@", 2);
  const tag = /:([^/:]+)$/.exec(name)?.[1];
  return tag ?? (digest === undefined ? "latest" : "");
}

/** Rounds a quantity up to thousandths, as far as it is finer. */
export function roundUpMilli(text: unknown): unknown {
  const quantity = typeof text === "string" && /[nu]$|e-|\./i.test(text) ? parseQuantity(text) : undefined;
  if (quantity === undefined || quantity.exponent >= -3) return text;
  const divisor = 10n ** BigInt(-3 - quantity.exponent);
  const whole = quantity.digits / divisor;
  const rounded = quantity.digits % divisor === 0n || quantity.digits < 0n ? whole : whole + 1n;
  return formatQuantity({ ...quantity, digits: rounded, exponent: -3 });
}

/** A copy without some keys. */
export function omit(map: Strings | undefined, keys: readonly string[]): Strings | undefined {
  if (map === undefined || !keys.some((key) => key in map)) return map;
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}

/** Every value as base64 of its UTF-8 bytes. */
export const encodeValues = (map: Strings | undefined): Strings =>
  Object.fromEntries(Object.entries(map ?? {}).map(([key, value]) => [key, Buffer.from(value).toString("base64")]));

const GENERATION_ANNOTATION = "deprecated.daemonset.template.generation";

/** The template generation that a daemon set carries in an annotation; 0 when it is missing or no number. */
export function templateGeneration(annotations: Strings | undefined): string {
  const text = annotations?.[GENERATION_ANNOTATION] ?? "";
  return /^[+-]?\d{1,18}$/.test(text) ? String(BigInt(text)) : "0";
}
