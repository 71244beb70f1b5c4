const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * A message without characters that a browser could take for HTML; quotes stay. The reference does this where messages
 * repeat parts of requests.
 */
export const withoutMarkup = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
