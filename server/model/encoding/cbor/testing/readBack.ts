import { type DecodeOptions, decodeFirst } from "cborg";

const BASE64_TAG = 22;
const SELF_DESCRIBED_TAG = 55799;

const OPTIONS: DecodeOptions = {
  useMaps: true,
  allowNaN: false,
  tags: {
    [SELF_DESCRIBED_TAG]: (content) => content(),
    [BASE64_TAG]: (content) => Buffer.from(content() as Uint8Array).toString("base64"),
  },
};

/** Converts our CBOR to JSON with another decoder, to verify ours. @throws Error for anything but a single item */
export function readBack(bytes: Uint8Array): unknown {
  const [value, rest] = readFirst(bytes);
  if (rest.length > 0) throw new Error(`${rest.length} bytes follow the item`);
  return value;
}

/** The first of several items, and the remaining bytes. @throws Error when it is truncated */
export function readFirst(bytes: Uint8Array): [unknown, Uint8Array] {
  const [value, rest] = decodeFirst(bytes, OPTIONS);
  return [plain(value), rest];
}

/** Byte strings become text, unless a tag has converted them. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("utf8");
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, member]) => [plain(name), plain(member)]));
}
