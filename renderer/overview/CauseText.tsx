import { useTranslation } from "react-i18next";
import { formatAge } from "../ui/age/formatAge.ts";
import type { Cause } from "./model/finding.ts";

/** Why an object is unhealthy. @param now milliseconds since the epoch, by the clock of the cluster */
export function CauseText({ cause, now }: { cause: Cause; now: number }) {
  const { t } = useTranslation();
  const since = cause.values["since"];
  const age = typeof since === "number" ? formatAge(now - since) : "";
  return <span className="muted">{t(`overview.cause.${cause.id}`, { ...cause.values, age })}</span>;
}
