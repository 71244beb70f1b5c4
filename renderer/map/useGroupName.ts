import { useTranslation } from "react-i18next";
import type { MapGroup } from "./model/grouping.ts";

/** The display name of a group. */
export function useGroupName(): (group: MapGroup) => string {
  const { t } = useTranslation();
  return ({ sort, name }) => (sort === "app" ? name : t(`map.${sort}`));
}
