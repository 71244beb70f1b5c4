/**
 * Terminal colours in lines of text. Only colours are interpreted; sequences that move the cursor or set the title are
 * ignored.
 */

export interface AnsiSpan {
  readonly text: string;
  /** Names of classes: `ansiBold`, `ansiFg3` …; empty for plain text. */
  readonly className: string;
  /** Colours outside of the sixteen of the theme, as CSS colours. */
  readonly colour: string;
  readonly background: string;
}

const ESC = "\u001b";
// Control sequences, operating system commands (terminated by BEL or ST), and short escape sequences.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const SEQUENCE = /\u001b(?:\[([0-9;:]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above; tabs are text
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** The text without control sequences. */
export const stripAnsi = (text: string): string =>
  text.includes(ESC)
    ? text.replace(SEQUENCE, "").replace(CONTROL_CHARACTERS, "")
    : text.replace(CONTROL_CHARACTERS, "");

interface TextStyle {
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  inverse: boolean;
  /** 0 to 15 of the theme, a CSS colour, or none. */
  fg: number | string | undefined;
  bg: number | string | undefined;
}

const PLAIN: TextStyle = {
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
  fg: undefined,
  bg: undefined,
};

/** The spans of a line; their texts together are {@link stripAnsi} of it. */
export function readAnsi(text: string): AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  let style = PLAIN;
  let from = 0;
  const push = (raw: string): void => {
    const seen = raw.replace(CONTROL_CHARACTERS, "");
    if (seen !== "") spans.push({ text: seen, ...drawn(style) });
  };
  for (const found of text.matchAll(SEQUENCE)) {
    push(text.slice(from, found.index));
    from = found.index + found[0].length;
    if (found[2] === "m") style = applyCodes(style, found[1] ?? "");
  }
  push(text.slice(from));
  return spans;
}

/** Applies the parameters of one "select graphic rendition" sequence. */
function applyCodes(before: TextStyle, parameters: string): TextStyle {
  const style = { ...before };
  const codes = parameters.split(/[;:]/).map(Number);
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i] ?? 0;
    if (code === 0) Object.assign(style, PLAIN);
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 3) style.italic = true;
    else if (code === 4) style.underline = true;
    else if (code === 7) style.inverse = true;
    else if (code === 22) Object.assign(style, { bold: false, dim: false });
    else if (code === 23) style.italic = false;
    else if (code === 24) style.underline = false;
    else if (code === 27) style.inverse = false;
    else if (code === 39) style.fg = undefined;
    else if (code === 49) style.bg = undefined;
    else if (code === 38 || code === 48) {
      const [colour, taken] = extendedColour(codes.slice(i + 1));
      if (code === 38) style.fg = colour;
      else style.bg = colour;
      i += taken;
    } else if (code >= 30 && code <= 37) style.fg = code - 30;
    else if (code >= 40 && code <= 47) style.bg = code - 40;
    else if (code >= 90 && code <= 97) style.fg = code - 82;
    else if (code >= 100 && code <= 107) style.bg = code - 92;
  }
  return style;
}

/** `5;n` of the 256 colours, or `2;r;g;b`. @returns the colour, and the number of parameters used */
function extendedColour([mode, ...rest]: number[]): [TextStyle["fg"], number] {
  if (mode === 5) return [ofTable(byte(rest[0])), 2];
  if (mode === 2) return [`rgb(${byte(rest[0])} ${byte(rest[1])} ${byte(rest[2])})`, 4];
  return [undefined, 1];
}

const byte = (value = 0): number => Math.min(255, Math.max(0, Math.trunc(value) || 0));

/** The 256-colour table: sixteen theme colours, a cube with six steps per channel, and greys. */
function ofTable(index: number): number | string {
  if (index < 16) return index;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey} ${grey} ${grey})`;
  }
  const at = index - 16;
  const step = (n: number): number => (n === 0 ? 0 : 55 + n * 40);
  return `rgb(${step(Math.floor(at / 36))} ${step(Math.floor(at / 6) % 6)} ${step(at % 6)})`;
}

function drawn(style: TextStyle): Omit<AnsiSpan, "text"> {
  const [fg, bg] = style.inverse ? [style.bg, style.fg] : [style.fg, style.bg];
  const classes = [
    style.bold ? "ansiBold" : "",
    style.dim ? "ansiDim" : "",
    style.italic ? "ansiItalic" : "",
    style.underline ? "ansiUnderline" : "",
    style.inverse ? "ansiInverse" : "",
    typeof fg === "number" ? `ansiFg${fg}` : "",
    typeof bg === "number" ? `ansiBg${bg}` : "",
  ];
  return {
    className: classes.filter((name) => name !== "").join(" "),
    colour: typeof fg === "string" ? fg : "",
    background: typeof bg === "string" ? bg : "",
  };
}
