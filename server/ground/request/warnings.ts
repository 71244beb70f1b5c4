/** All warnings of one answer together may not be longer than this, in characters; the rest is cut. */
const TOTAL_LIMIT = 4096;
/** Once the total is reached, single texts are cut to this. */
const ITEM_LIMIT = 256;

/** The most texts that fit into an answer, whatever their length. */
const COUNT_LIMIT = 1000;

/** Adds a warning that is not among them yet, as long as an answer may have room for it. */
export function addWarning(warnings: string[], text: string): void {
  if (warnings.length < COUNT_LIMIT && !warnings.includes(text)) warnings.push(text);
}

/**
 * Warning headers (RFC 7234): code 299, no agent, the text quoted. Control characters are dropped; texts that together are
 * too long are cut short.
 */
export function warningHeaders(texts: readonly string[]): string[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  let left = TOTAL_LIMIT;
  const headers: string[] = [];
  for (const text of texts) {
    const shown = total > TOTAL_LIMIT ? text.slice(0, ITEM_LIMIT) : text;
    left -= shown.length;
    if (left < 0) break;
    headers.push(`299 - ${quote(shown)}`);
  }
  return headers;
}

function quote(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a header must not carry them
  const clean = text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, "");
  return `"${latin1(clean).replace(/[\\"]/g, "\\$&")}"`;
}

/** Header values are bytes: text beyond ASCII travels as UTF-8. */
const latin1 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
