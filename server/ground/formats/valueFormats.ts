/** The string formats that schemas may ask for. Unknown formats accept everything, as annotations do. */
import { isIP, isIPv4, isIPv6 } from "node:net";
import { parseRequestUrl } from "./requestUrl.ts";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?(z|[+-][0-9]{2}:[0-9]{2})$/i;
const HOST =
  /^([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]{0,61}[a-zA-Z0-9])(\.([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]))*\.?$/;
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const MAC = /^([0-9a-f]{2}[:-]){5}([0-9a-f]{2}[:-]?){1,15}$|^([0-9a-f]{4}\.){2,9}[0-9a-f]{4}$/i;
const DURATION =
  /^[+-]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$|^[+-]?0$/;
const WORDS =
  /^\d+\s*(ns|nanoseconds?|us|µs|microseconds?|ms|milliseconds?|s|sec|secs|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/i;
const COLOR = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;
const RGB = /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/;

function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isDateTime(text: string): boolean {
  const [date = "", time = "", ...more] = text.split(/t/i);
  const match = TIME.exec(time);
  if (more.length > 0 || match === null || !isDate(date)) return false;
  return Number(match[1]) < 24 && Number(match[2]) < 60 && Number(match[3]) < 60;
}

function isCidr(text: string): boolean {
  const [address = "", bits = "", ...more] = text.split("/");
  const family = isIP(address);
  return more.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  datetime: isDateTime,
  hostname: (text) => text.length <= 255 && HOST.test(text),
  email: (text) => EMAIL.test(text),
  ipv4: isIPv4,
  ipv6: isIPv6,
  cidr: isCidr,
  mac: (text) => MAC.test(text),
  uri: (text) => typeof parseRequestUrl(text) !== "string",
  uuid: (text) => UUID.test(text),
  uuid3: (text) => UUID.test(text) && versionOf(text) === "3",
  uuid4: (text) => UUID.test(text) && versionOf(text) === "4",
  uuid5: (text) => UUID.test(text) && versionOf(text) === "5",
  byte: (text) => BASE64.test(text),
  duration: (text) => DURATION.test(text) || WORDS.test(text),
  hexcolor: (text) => COLOR.test(text),
  rgbcolor: (text) => RGB.test(text),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  password: () => true,
  bsonobjectid: (text) => /^[0-9a-f]{24}$/i.test(text),
};

/** The digits of an ISBN without its separators. */
const isbnOf = (text: string): string => text.replaceAll(/[\s-]+/g, "");

/** Ten digits, the last maybe an X, weighed so that their sum divides by eleven. */
function isIsbn10(text: string): boolean {
  const digits = isbnOf(text);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, i) => total + (i + 1) * (digit === "X" ? 10 : Number(digit)), 0);
  return sum % 11 === 0;
}

/** Thirteen digits, every other one counted threefold, whose sum divides by ten. */
function isIsbn13(text: string): boolean {
  const digits = isbnOf(text);
  if (!/^\d{13}$/.test(digits)) return false;
  return [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

const CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11}|6[27]\d{14})$/;

/** A number that an issuer could have given out, with the check digit in order. */
function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/[^0-9]+/g, "");
  if (!CARD.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const versionOf = (uuid: string): string => uuid.replaceAll("-", "").charAt(12);

const checkOf = (format: string): ((text: string) => boolean) | undefined => FORMATS[format.replaceAll("-", "")];

/** Whether anything is checked under that name; any other name says nothing. */
export const isFormat = (name: string): boolean => checkOf(name) !== undefined;

/**
 * Whether the text is of the format. The reference ignores dashes in names of formats.
 * @example hasFormat("date-time", "tomorrow") // false
 */
export function hasFormat(format: string, text: string): boolean {
  return checkOf(format)?.(text) ?? true;
}
