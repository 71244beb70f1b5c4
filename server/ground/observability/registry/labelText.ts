const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };

/** A label of a sample in the exposition text: `name="value"`. */
export const labelText = (name: string, value: string): string =>
  `${name}="${value.replace(/[\\\n"]/g, (character) => ESCAPES[character] ?? character)}"`;
