import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { Badge } from "../ui/Badge.tsx";
import { useWhoami } from "./questions/review.ts";
import { ErrorText } from "./refusals/ErrorText.tsx";
import "./Whoami.css";

/** The identity that the server has authenticated the console's user as. */
export function Whoami() {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const whoami = useWhoami(cluster.id, vocabulary);
  if (whoami.isPending) return null;
  if (whoami.data === undefined)
    return (
      <p className="notice warn">
        {t("access.whoamiFailed")} <ErrorText error={whoami.error} />
      </p>
    );
  return (
    <p className="whoami" data-testid="whoami">
      <span className="muted">{t("access.whoami")}</span>
      <strong>{whoami.data.username}</strong>
      {(whoami.data.groups ?? []).map((group) => (
        <Badge key={group}>{group}</Badge>
      ))}
    </p>
  );
}
