import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { settingsUrl } from "../app/urls.ts";
import { Icon } from "../ui/Icon.tsx";

/** A link to the setting for the duration of a sandbox's history; renders nothing for other clusters. */
export function Remembering() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  if (cluster.kind !== "sandbox") return null;
  return (
    <Link className="uiButton quiet" to={settingsUrl(`cluster-${cluster.id}-memoryHours`)} data-testid="time-memory">
      <Icon name="gear" />
      {t("timeMachine.howLong")}
    </Link>
  );
}
