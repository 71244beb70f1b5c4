import type { Dialog } from "electron";
import { messageOf } from "../../shared/text/messageOf.ts";
import type { Texts } from "../texts/en.ts";
import { isNewer, type UpdateSource } from "./updateSource.ts";

/** The parts of the application that the check uses. */
export interface UpdateContext {
  /** The running version. */
  readonly version: string;
  readonly dialog: Pick<Dialog, "showMessageBox">;
  /** Shows a web page in the system's browser. */
  readonly showPage: (page: string) => Promise<void>;
}

/**
 * Asks the feed once whether there is a newer version, and shows the answer. Downloads and installs nothing; opens the
 * version's page when the user asks for it.
 */
export async function checkForUpdates(
  source: UpdateSource,
  texts: Texts,
  { version, dialog, showPage }: UpdateContext,
): Promise<void> {
  try {
    const latest = await source.latest();
    if (!isNewer(latest.version, version)) {
      await dialog.showMessageBox({ type: "info", message: texts.updateNone, buttons: [texts.ok] });
      return;
    }
    const { response } = await dialog.showMessageBox({
      type: "info",
      message: texts.updateFound(latest.version),
      buttons: [texts.showPage, texts.later],
      defaultId: 0,
      cancelId: 1,
    });
    if (response === 0) await showPage(latest.page);
  } catch (error) {
    const detail = messageOf(error);
    await dialog.showMessageBox({ type: "warning", message: texts.updateFailed, detail, buttons: [texts.ok] });
  }
}
