import { createVocabulary } from "../../../../shared/vocabulary.ts";

const { render } = createVocabulary();

/**
 * The name of a type that the product adds to the language, as shown in diagnostics. Names belong to the language: they
 * are the same under every vocabulary.
 * @example productType("Quantity")
 */
export const productType = (name: string): string => render(`{product}.${name}`);
