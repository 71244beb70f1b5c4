import { useTranslation } from "react-i18next";
import { DamagedRelease, MAX_MEGABYTES } from "./model/unpackRelease.ts";

/** Why a revision cannot be shown, as a sentence; empty when nothing is wrong. */
export function useReleaseErrorText(error: Error | null): string {
  const { t } = useTranslation();
  if (error === null) return "";
  if (error instanceof DamagedRelease) return t(`helm.damaged.${error.damage}`, { megabytes: MAX_MEGABYTES });
  return error.message;
}
