/** Number of lines per block. */
const LINES = 200;

/**
 * Splits a long text into blocks of whole lines, whose concatenation is the text.
 * @param lines number of lines per block; the last one may have fewer
 */
export function textBlocks(text: string, lines: number = LINES): string[] {
  const blocks: string[] = [];
  let start = 0;
  let count = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) {
    count += 1;
    if (count < lines) continue;
    blocks.push(text.slice(start, end + 1));
    start = end + 1;
    count = 0;
  }
  if (start < text.length || blocks.length === 0) blocks.push(text.slice(start));
  return blocks;
}
