import type { TFunction } from "i18next";
import { shownText } from "../../shared/text/shownText.ts";
import { type ViewAs, viewedGroup } from "../../shared/viewAs.ts";

/** The impersonated identity in a few words: a user's name, or "any member of" a group. */
export function whoIs(viewAs: ViewAs, t: TFunction): string {
  const group = viewedGroup(viewAs);
  return group === undefined ? shownText(viewAs.username) : t("rights.anyMember", { group });
}
