import { useTranslation } from "react-i18next";
import { Badge } from "../ui/Badge.tsx";
import { statusTone } from "./model/releases.ts";

/** The status of a revision in helm's own word. */
export function StatusBadge({ status }: { status: string }) {
  const { t } = useTranslation();
  return (
    <Badge tone={statusTone(status)} dot>
      {status === "" ? t("helm.noStatus") : status}
    </Badge>
  );
}
