/** The bundled typefaces: Inter for text, JetBrains Mono for code, both under the SIL Open Font License. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";

/** Resolves when the code font is loaded, which code that measures characters must wait for. Never rejects. */
export const codeFontReady: Promise<unknown> = document.fonts.load('13px "JetBrains Mono Variable"').catch(() => []);
