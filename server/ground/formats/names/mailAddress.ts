/** Whether texts are mail addresses in the reference library's format, which may include a person's name. */

/** The characters of an unquoted word: visible characters without a syntactic meaning. */
const ATOM = String.raw`[!#-'*+\-/-9=?A-Z^-~\u0080-\u{10ffff}]+`;
const DOTTED = String.raw`${ATOM}(?:\.${ATOM})*`;
const QUOTED = String.raw`"(?:[^"\\\u0000-\u0008\u000a-\u001f\u007f]|\\[\t -~\u0080-\u{10ffff}])*"`;
const LITERAL = String.raw`\[[!-Z^-~]*\]`;
const ADDRESS = `(?:${DOTTED}|${QUOTED})@(?:${DOTTED}|${LITERAL})`;
const COMMENT = String.raw`\([^()\\]*\)`;
const WORD = `(?:${DOTTED}|${QUOTED})`;
const PHRASE = String.raw`${WORD}(?:[ \t]+${WORD})*`;

const PLAIN = new RegExp(String.raw`^[ \t]*${ADDRESS}[ \t]*(?:${COMMENT}[ \t]*)?$`, "u");
const NAMED = new RegExp(
  String.raw`^[ \t]*(?:${PHRASE}[ \t]*)?<[ \t]*${ADDRESS}[ \t]*>[ \t]*(?:${COMMENT}[ \t]*)?$`,
  "u",
);

/** Maximum length of an address: parsing longer ones would take long. */
const MOST = 1000;

/** @example isMailAddress("A Person <a@b>") // true */
export const isMailAddress = (text: string): boolean =>
  text.length <= MOST && text.includes("@") && (PLAIN.test(text) || NAMED.test(text));
