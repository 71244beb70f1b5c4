import { dialog } from "electron";
import type { Texts } from "./texts/en.ts";

/**
 * Shows a message that a link was refused. Shows only one at a time, because a web page can open many links in a row.
 */
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
