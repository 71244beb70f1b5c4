import { append } from "../../../../../shared/collections/append.ts";
import { type CommandContext, command, failed } from "./command.ts";
import { fromDevice } from "./fileCommands.ts";

/** How a dump shows its bytes; several formats print one line each for the same bytes. */
interface Format {
  /** Bytes of one item. */
  readonly size: number;
  /** Columns of an item, without the separating space. */
  readonly width: number;
  text(bytes: Buffer): string;
  /** Whether the characters are printed after each line. */
  readonly hasCharacters?: boolean;
}

interface Options {
  readonly paths: readonly string[];
  readonly formats: readonly Format[];
  readonly radix: Radix;
  /** Bytes per line. */
  readonly line: number;
  readonly skip: number;
  /** Maximum number of bytes. */
  readonly count: number;
  /** Whether repeated lines are printed. */
  readonly isVerbose: boolean;
}

type Radix = "d" | "o" | "x" | "n";
type Kind = "a" | "c" | "d" | "o" | "u" | "x";

const BASES: Readonly<Record<"d" | "o" | "u" | "x", number>> = { d: 10, o: 8, u: 10, x: 16 };
const SIZES: Readonly<Record<string, number>> = { C: 1, S: 2, I: 4, L: 8 };
/** The meaning of the traditional single-letter options. */
const SHORT: Readonly<Record<string, string>> = {
  a: "a",
  b: "o1",
  c: "c",
  d: "u2",
  h: "x2",
  i: "dI",
  l: "dL",
  o: "o2",
  s: "d2",
  x: "x2",
};
const ESCAPES: Readonly<Record<number, string>> = {
  0: "\\0",
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
};
const CONTROLS =
  "nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp".split(
    " ",
  );
const MAX_LINE = 4096;
/** Maximum number of bytes that are shown of a device without an end. */
const MAX_OF_DEVICE = 1024 ** 2;

/** `od`: the library supports only two of its formats, and treats all others as octal. */
export const odCommand = command("od", async (args, context) => {
  const options = readArguments(args);
  if (typeof options === "string") return failed(`od: ${options}`);
  const parts: Buffer[] = [];
  for (const path of options.paths.length === 0 ? ["-"] : options.paths) {
    const bytes = await contentOf(path, options.skip + options.count, context);
    if (bytes === undefined) return failed(`od: ${path}: No such file or directory`);
    parts.push(bytes);
  }
  return dump(Buffer.concat(parts), options);
});

/** @param wanted number of bytes that are needed, because a device has no end */
async function contentOf(
  path: string,
  wanted: number,
  { fs, cwd, stdin }: CommandContext,
): Promise<Buffer | undefined> {
  if (path === "-") return Buffer.from(stdin as unknown as string, "latin1");
  const endless = fromDevice(path, Math.min(wanted, MAX_OF_DEVICE));
  if (endless !== undefined) return endless;
  const full = fs.resolvePath(cwd, path);
  return (await fs.exists(full)) ? Buffer.from(await fs.readFileBuffer(full)) : undefined;
}

/** @returns an error message for invalid arguments */
function readArguments(args: readonly string[]): Options | string {
  const paths: string[] = [];
  const formats: Format[] = [];
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const [, long, given] = /^--([a-z-]+)(?:=(.*))?$/.exec(arg) ?? [];
    if (long !== undefined) {
      const letter = LONG[long];
      if (letter === undefined) return `unrecognized option '${arg}'`;
      values.set(letter, given ?? (letter === "v" ? "" : (args[++i] ?? "")));
    } else if (arg === "-" || !arg.startsWith("-")) {
      paths.push(arg);
    } else {
      for (let at = 1; at < arg.length; at++) {
        const letter = arg[at] ?? "";
        if ("AjNtw".includes(letter)) {
          const joined = arg.slice(at + 1);
          values.set(letter, joined !== "" || letter === "w" ? joined || "32" : (args[++i] ?? ""));
          break;
        }
        const format = SHORT[letter];
        if (format === undefined && letter !== "v") return `invalid option -- '${letter}'`;
        if (format === undefined) values.set("v", "");
        else append(formats, formatsOf(format) ?? []);
      }
    }
    const types = values.get("t");
    values.delete("t");
    const read = types === undefined ? [] : formatsOf(types);
    if (read === undefined) return `invalid type string '${types}'`;
    append(formats, read);
  }
  const radix = values.get("A") ?? "o";
  if (!isRadix(radix)) return `invalid output address radix '${radix}'; it must be one character from [doxn]`;
  const [skip, count, line] = [values.get("j") ?? "0", values.get("N") ?? "Infinity", values.get("w") ?? "16"].map(
    Number,
  );
  if (skip === undefined || !(skip >= 0) || count === undefined || !(count >= 0)) return "invalid number";
  if (line === undefined || !(line >= 1 && line <= MAX_LINE)) return "invalid -w argument";
  const shown = formats.length === 0 ? (formatsOf("o2") ?? []) : formats;
  return { paths, formats: shown, radix, line, skip, count, isVerbose: values.has("v") };
}

const LONG: Readonly<Record<string, string>> = {
  "address-radix": "A",
  "skip-bytes": "j",
  "read-bytes": "N",
  format: "t",
  width: "w",
  "output-duplicates": "v",
};

const isRadix = (text: string): text is Radix => ["d", "o", "x", "n"].includes(text);

/** Formats as in `-t`: `x1`, `u4`, `c`, or several in a row. */
function formatsOf(text: string): Format[] | undefined {
  const parts = text.match(/[acdoux](?:[CSIL]|\d+)?z?/g) ?? [];
  if (parts.length === 0 || parts.join("") !== text) return undefined;
  const found = parts.map((part) => {
    const size = part.slice(1).replace("z", "");
    const format = formatOf(part[0] as Kind, size === "" ? undefined : (SIZES[size] ?? Number(size)));
    return format && { ...format, hasCharacters: part.endsWith("z") };
  });
  return found.includes(undefined) ? undefined : (found as Format[]);
}

function formatOf(kind: Kind, size = kind === "a" || kind === "c" ? 1 : 4): Format | undefined {
  if (kind === "a" || kind === "c")
    return size === 1 ? { size, width: 3, text: kind === "a" ? named : escaped } : undefined;
  if (![1, 2, 4, 8].includes(size)) return undefined;
  const base = BASES[kind];
  const isSigned = kind === "d";
  const digits = (2n ** BigInt(size * 8 - (isSigned ? 1 : 0))).toString(base).length;
  const width = kind === "x" ? size * 2 : digits + (isSigned ? 1 : 0);
  return {
    size,
    width,
    text(bytes) {
      const whole = BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
      const value = (isSigned ? BigInt.asIntN(size * 8, whole) : whole).toString(base);
      return kind === "x" || kind === "o" ? value.padStart(width, "0") : value;
    },
  };
}

function escaped(bytes: Buffer): string {
  const [byte = 0] = bytes;
  const isPrinted = byte >= 0x20 && byte < 0x7f;
  return ESCAPES[byte] ?? (isPrinted ? String.fromCharCode(byte) : byte.toString(8).padStart(3, "0"));
}

function named(bytes: Buffer): string {
  const byte = (bytes[0] ?? 0) & 0x7f;
  return CONTROLS[byte] ?? (byte === 0x7f ? "del" : String.fromCharCode(byte));
}

function dump(content: Buffer, { formats, radix, line, skip, count, isVerbose }: Options): string {
  const bytes = content.subarray(skip, Number.isFinite(count) ? skip + count : undefined);
  // Items of different sizes are aligned below each other: the format that needs most columns per byte sets the width.
  const perByte = formats.reduce((most, { size, width }) => Math.max(most, (width + 1) / size), 0);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += line) {
    const part = bytes.subarray(at, at + line);
    const isRepeated = at > 0 && part.length === line && part.equals(bytes.subarray(at - line, at));
    if (isRepeated && !isVerbose) {
      if (lines.at(-1) !== "*") lines.push("*");
      continue;
    }
    formats.forEach((format, i) => {
      const address = addressOf(skip + at, radix);
      const text = items(part, format, perByte);
      const room = Math.ceil(perByte * format.size) * Math.ceil(line / format.size);
      const characters = format.hasCharacters === true ? `${" ".repeat(room - text.length)}  >${printable(part)}<` : "";
      lines.push(`${i === 0 ? address : " ".repeat(address.length)}${text}${characters}`);
    });
  }
  if (radix !== "n") lines.push(addressOf(skip + bytes.length, radix));
  return lines.map((each) => `${each}\n`).join("");
}

/** An incomplete last item is padded with zeros. */
function items(part: Buffer, { size, text }: Format, perByte: number): string {
  const found: string[] = [];
  const columns = Math.ceil(perByte * size);
  for (let at = 0; at < part.length; at += size) {
    const item = Buffer.alloc(size);
    part.copy(item, 0, at, at + size);
    found.push(text(item).padStart(columns));
  }
  return found.join("");
}

const printable = (part: Buffer): string => part.toString("latin1").replace(/[^ -~]/g, ".");

function addressOf(offset: number, radix: Radix): string {
  if (radix === "n") return "";
  const base = radix === "d" ? 10 : radix === "x" ? 16 : 8;
  return offset.toString(base).padStart(radix === "x" ? 6 : 7, "0");
}
