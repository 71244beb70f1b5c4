/** JSON as the reference writes it where it is quoted: no markup, and no line separators, as they are. */
export const escapeMarkup = (json: string): string =>
  // Hardly any text has such characters, and to look for one is faster than to replace none.
  ANY.test(json)
    ? json.replace(EACH, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : json;

const ANY = /[<>&\u2028\u2029]/;
const EACH = new RegExp(ANY, "g");
