/** The typefaces that come with the product: Inter for words, JetBrains Mono for code, both under the SIL Open Font License. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";

/** Resolves when code can be drawn in its typeface; what measures characters has to wait for that. Never rejects. */
export const codeFontReady: Promise<unknown> = document.fonts.load('13px "JetBrains Mono Variable"').catch(() => []);
