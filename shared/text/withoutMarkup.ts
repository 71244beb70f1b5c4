const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A message without what a browser could take for HTML; quotes stay. The reference does so where messages repeat requests. */
export const withoutMarkup = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
