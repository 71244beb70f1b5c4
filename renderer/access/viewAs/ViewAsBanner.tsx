import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { viewedGroup } from "../../../shared/viewAs.ts";
import { setViewAs, useViewAs } from "../../api/viewAs.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { accessViewUrl } from "../accessUrls.ts";
import { whoIs } from "../whoIs.ts";
import { isOfCluster } from "./isOfCluster.ts";
import "./ViewAsBanner.css";

/** A banner above every view while the user views the cluster as another subject, with a button to return. */
export function ViewAsBanner({ cluster }: { cluster: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const viewAs = useViewAs(cluster);
  if (viewAs === undefined) return null;
  return (
    <div className="viewAsBanner" role="status" data-testid="view-as-banner">
      <Icon name="alert" />
      <span>
        {t("rights.viewAsBanner")} <strong>{whoIs(viewAs, t)}</strong>{" "}
        {viewAs.groups.length === 0 || viewedGroup(viewAs) !== undefined
          ? null
          : t("rights.viewAsGroups", { groups: viewAs.groups.join(", ") })}
      </span>
      <span className="spacer" />
      <Link className="uiButton" to={accessViewUrl(cluster, "viewAs")}>
        {t("rights.viewAsOther")}
      </Link>
      <Button
        onClick={() => {
          setViewAs(cluster, undefined);
          void queries.resetQueries({ predicate: isOfCluster });
        }}
        data-testid="view-as-stop"
      >
        {t("rights.viewAsStop")}
      </Button>
    </div>
  );
}
