/** JSON as the reference writes it where it is quoted: no markup, and no line separators, as they are. */
export const escapeMarkup = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
