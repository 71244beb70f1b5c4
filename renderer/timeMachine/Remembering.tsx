import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { settingsUrl } from "../app/urls.ts";
import { Icon } from "../ui/Icon.tsx";

/** The way to the setting that says how long a sandbox remembers; other clusters have none. */
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
