/** Maximum characters of all warnings of one answer together; beyond that each warning is cut. */
const TOTAL_LIMIT = 4096;
/** Maximum characters of a single warning once the total is exceeded. */
const ITEM_LIMIT = 256;

/** Maximum number of texts that fit into an answer, whatever their length. */
const COUNT_LIMIT = 1000;

/** Adds a warning unless it is already included, while an answer may still have room for it. */
export function addWarning(warnings: string[], text: string): void {
  if (warnings.length < COUNT_LIMIT && !warnings.includes(text)) warnings.push(text);
}

/**
 * Warning headers (RFC 7234): code 299, no agent, the text quoted. Texts with control characters are left out. When the
 * texts together are too long, each is cut, and those after the total has been reached are left out.
 */
export function warningHeaders(texts: readonly string[]): string[] {
  const headers: string[] = [];
  let written = 0;
  for (const [i, text] of texts.entries()) {
    if (CONTROL.test(text)) continue;
    written += lengthOf(text);
    if (written > TOTAL_LIMIT) return cutHeaders(texts, i);
    headers.push(header(text));
  }
  return headers;
}

/** @param last index of the text that exceeded the limit: no text up to it is left out */
function cutHeaders(texts: readonly string[], last: number): string[] {
  const headers: string[] = [];
  let written = 0;
  for (const [i, text] of texts.entries()) {
    if (i > last && written >= TOTAL_LIMIT) break;
    const shown = cut(text);
    if (CONTROL.test(shown)) continue;
    written += lengthOf(shown);
    headers.push(header(shown));
  }
  return headers;
}

const CONTROL = /\p{Cc}/u;

/** Length in characters, not in UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function cut(text: string): string {
  let length = 0;
  let end = 0;
  for (const character of text) {
    if (length++ === ITEM_LIMIT) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

const header = (text: string): string => `299 - "${latin1(text).replace(/[\\"]/g, "\\$&")}"`;

/** Header values are bytes: text beyond ASCII is sent as UTF-8. */
const latin1 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
