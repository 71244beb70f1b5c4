const REPETITION = /^\{(\d+)(?:,(\d*))?\}/;
/** Size of a character class or an escape, which may represent several ranges of characters. */
const CLASS_SIZE = 4;

/**
 * The approximate number of instructions that a regular expression compiles to: a repeated part is counted as often as
 * it is expanded.
 *
 * @example patternSize("(ab){100}") // 400
 */
export function patternSize(pattern: string): number {
  /** Sizes of the open groups, beginning with the whole pattern. */
  const sizes = [0];
  let last = 0;
  const add = (size: number): void => {
    sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + size;
    last = size;
  };
  for (let i = 0; i < pattern.length; i++) {
    switch (pattern[i]) {
      case "\\":
        i += 1;
        add(CLASS_SIZE);
        break;
      case "[":
        i = endOfClass(pattern, i);
        add(CLASS_SIZE);
        break;
      case "(":
        sizes.push(0);
        break;
      case ")":
        add((sizes.length > 1 ? (sizes.pop() ?? 0) : 0) + 2);
        break;
      case "{": {
        // No repetition is longer than these twelve characters.
        const [text = "", least = "0", most] = REPETITION.exec(pattern.slice(i, i + 12)) ?? [];
        if (text === "") add(1);
        else {
          const times = Math.max(1, Number(most === undefined || most === "" ? least : most));
          const size = last * times;
          add(size - last);
          last = size;
          i += text.length - 1;
        }
        break;
      }
      default:
        add(1);
    }
  }
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The end of the character class that begins at `start`. */
function endOfClass(pattern: string, start: number): number {
  let i = start + 1;
  if (pattern[i] === "^") i += 1;
  if (pattern[i] === "]") i += 1;
  while (i < pattern.length && pattern[i] !== "]") i += pattern[i] === "\\" ? 2 : 1;
  return i;
}
