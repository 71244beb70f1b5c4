import { dialog } from "electron";
import type { Texts } from "./texts/en.ts";

/** Tells that a link was refused: once at a time, for pages of the web can open links one after the other. */
export function createLinkRefusal(texts: Texts): () => void {
  let isTelling = false;
  return () => {
    if (isTelling) return;
    isTelling = true;
    const { refusedLink, refusedLinkText, ok } = texts;
    void dialog
      .showMessageBox({ type: "warning", message: refusedLink, detail: refusedLinkText, buttons: [ok] })
      .finally(() => {
        isTelling = false;
      });
  };
}
