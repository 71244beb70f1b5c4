/** Whether texts are addresses of mail, as the reference's library reads them: with the name of a person, if need be. */

/** What a word without quotes is made of: anything that can be seen and means nothing by itself. */
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

/** No address is longer: reading longer ones would take long. */
const MOST = 1000;

/** @example isMailAddress("A Person <a@b>") // true */
export const isMailAddress = (text: string): boolean =>
  text.length <= MOST && text.includes("@") && (PLAIN.test(text) || NAMED.test(text));
