/**
 * Characters that a reader cannot see: direction marks, overrides and isolates, zero-width characters, fillers, invisible
 * operators, tags and variation selectors, but for the two that emoji use.
 */
const HIDDEN = /(?!\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
const ANY_HIDDEN = new RegExp(HIDDEN.source, "u");
/** A joiner inside an emoji of several parts: it changes only the picture. */
const EMOJI_JOINER = /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu;
/** Stands for such a joiner while the others are marked; it occurs in no text that a server accepts. */
const KEPT = "\uffff";

/**
 * The text as it is safe to show: each character that a reader cannot see is replaced by its number, as in `⟨U+202E⟩`, so
 * that a text cannot look like another one. For text of others on which users act: names, images, commands, messages,
 * logs. What is copied, compared or sent remains the text itself.
 */
export function shownText(text: string): string {
  if (!ANY_HIDDEN.test(text)) return text;
  return text
    .replace(EMOJI_JOINER, KEPT)
    .replace(HIDDEN, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `⟨U+${code.padStart(4, "0")}⟩`;
    })
    .replaceAll(KEPT, "\u200d");
}
