/** The string formats of schemas. Unknown formats accept everything: they are mere annotations. */
import { parseAddress, parseCidr } from "./addresses/addresses.ts";
import { isMailAddress } from "./names/mailAddress.ts";
import { parseRequestUrl } from "./urls/requestUrl.ts";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?(z|[+-][0-9]{2}:[0-9]{2})$/i;
/**
 * One label with at most one dash, after its first character; or several labels, the last of which consists of letters
 * alone.
 */
const HOST =
  /^(?:[a-zA-Z0-9\p{S}\p{L}]-?[a-zA-Z0-9\p{S}\p{L}]{0,62}|(?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63})$/u;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const UUID3 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const UUID4 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
const UUID5 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
/** A hardware address of six, eight or twenty bytes. */
const MAC =
  /^[0-9a-f]{2}(?:(?::[0-9a-f]{2}){5}|(?::[0-9a-f]{2}){7}|(?::[0-9a-f]{2}){19}|(?:-[0-9a-f]{2}){5}|(?:-[0-9a-f]{2}){7}|(?:-[0-9a-f]{2}){19})$|^[0-9a-f]{4}(?:(?:\.[0-9a-f]{4}){2}|(?:\.[0-9a-f]{4}){3}|(?:\.[0-9a-f]{4}){9})$/i;
const DURATION =
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))*$|^[+-]?0$/;
/** An amount with a unit in words, anywhere in a text. */
const AMOUNT = /(?<!\d)(\d+)\s*([A-Za-zµ]+)/g;
const UNIT = /^(?:ns|nano.*|us|µs|micro.*|ms|milli.*|s|sec.*|m|min.*|h|hr|hour.*|d|day.*|w|wk|week.*)$/i;
const COLOR = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;
const PART = String.raw`\s*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*`;
const RGB = new RegExp(String.raw`^rgb\(${PART},${PART},${PART}\)$`);

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

/** Maximum bytes of a host's name and of each of its labels. */
const [LONGEST_HOST, LONGEST_LABEL] = [255, 63];

function isHost(text: string): boolean {
  // The length is checked first, because the pattern backtracks on long texts.
  if (Buffer.byteLength(text) > LONGEST_HOST || !HOST.test(text)) return false;
  return text.split(".").every((label) => Buffer.byteLength(label) <= LONGEST_LABEL);
}

const isAddress = (text: string, mark: "." | ":"): boolean => text.includes(mark) && parseAddress(text) !== undefined;

function isDuration(text: string): boolean {
  if (DURATION.test(text)) return true;
  const amounts = [...text.matchAll(AMOUNT)];
  return (
    amounts.every(([, digits = ""]) => BigInt(digits.slice(0, MAX_DIGITS)) < TOO_LARGE) &&
    amounts.some(([, , unit = ""]) => UNIT.test(unit))
  );
}

/** Only this many digits of an amount are parsed: the amount must fit into a signed 64-bit number. */
const MAX_DIGITS = 30;
const TOO_LARGE = 2n ** 63n;

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  datetime: isDateTime,
  hostname: isHost,
  email: isMailAddress,
  ipv4: (text) => isAddress(text, "."),
  ipv6: (text) => isAddress(text, ":"),
  cidr: (text) => parseCidr(text) !== undefined,
  mac: (text) => MAC.test(text),
  uri: (text) => typeof parseRequestUrl(text) !== "string",
  uuid: (text) => UUID.test(text),
  uuid3: (text) => UUID3.test(text),
  uuid4: (text) => UUID4.test(text),
  uuid5: (text) => UUID5.test(text),
  byte: (text) => BASE64.test(text),
  duration: isDuration,
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

/** Ten digits, the last of which may be an X, whose weighted sum is divisible by eleven. */
function isIsbn10(text: string): boolean {
  const digits = isbnOf(text);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, i) => total + (i + 1) * (digit === "X" ? 10 : Number(digit)), 0);
  return sum % 11 === 0;
}

/** Thirteen digits, every other one tripled, whose sum is divisible by ten. */
function isIsbn13(text: string): boolean {
  const digits = isbnOf(text);
  if (!/^\d{13}$/.test(digits)) return false;
  return [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

const CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11}|6[27]\d{14})$/;

/** A number with a known issuer's prefix and a valid check digit. */
function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/[^0-9]+/g, "");
  if (!CARD.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const checkOf = (format: string): ((text: string) => boolean) | undefined => FORMATS[format.replaceAll("-", "")];

/** Whether a format of that name is checked; texts of unknown formats are always valid. */
export const isFormat = (name: string): boolean => checkOf(name) !== undefined;

/**
 * Whether the text matches the format. Like the reference, it ignores dashes in format names.
 * @example hasFormat("date-time", "tomorrow") // false
 */
export function hasFormat(format: string, text: string): boolean {
  return checkOf(format)?.(text) ?? true;
}
