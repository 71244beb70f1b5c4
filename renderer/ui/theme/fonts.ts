/** The bundled typefaces: Inter for words, JetBrains Mono for code, both under the SIL Open Font License. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";

/** Resolves when the code font is loaded; code that measures characters has to wait for it. Never rejects. */
export const codeFontReady: Promise<unknown> = document.fonts.load('13px "JetBrains Mono Variable"').catch(() => []);
