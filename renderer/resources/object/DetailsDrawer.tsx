import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { shownText } from "../../../shared/text/shownText.ts";
import { useRefusal } from "../../access/refusals/useRefusal.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { objectUid, type ResourceRow } from "../../api/tables/tableRow.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { isTyping } from "../../app/shortcuts/useGlobalKeys.ts";
import { objectUrl } from "../../app/urls.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { useReturnFocus } from "../../ui/layers/useReturnFocus.ts";
import { DeleteDialog } from "../deletion/DeleteDialog.tsx";
import { isGone } from "../live/isGone.ts";
import { useLiveObject } from "../live/useLiveObject.ts";
import { ObjectOverview } from "./lazyOverview.ts";
import { ObjectTrouble } from "./ObjectTrouble.tsx";
import "./DetailsDrawer.css";

export interface DetailsDrawerProps {
  type: ResourceType;
  row: ResourceRow;
  onClose(): void;
}

/** The details of a row, next to the table, which keeps its scroll position. Esc closes them. */
export function DetailsDrawer({ type, row, onClose }: DetailsDrawerProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const navigate = useNavigate();
  const mayNotEdit = useRefusal(type, ["patch", "update"], [row]);
  const mayNotDelete = useRefusal(type, ["delete"], [row]);
  const [deleting, setDeleting] = useState(false);
  const locator = { ...type, namespace: row.namespace, name: row.name };
  const live = useLiveObject(cluster.id, type, row);
  const gone = isGone(live, objectUid(row));
  useReturnFocus();
  const lost = gone ? t("object.deletedText") : undefined;

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // A layer above has consumed the key, even if it is closed by now.
      if (event.key !== "Escape" || event.defaultPrevented || isTyping(event.target)) return;
      const layer = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]');
      if (layer === null) onClose();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [onClose]);

  return (
    <aside className="drawer" aria-label={t("object.details", { name: row.name })} data-testid="drawer">
      <div className="drawerHead">
        <div className="drawerTitle">
          <span className="faint">{type.kind}</span>
          <h2>
            <Link to={objectUrl(cluster.id, type, row)}>{shownText(row.name)}</Link>
          </h2>
        </div>
        {gone ? <Badge tone="bad">{t("object.deleted")}</Badge> : null}
        <Button variant="quiet" icon="close" aria-label={t("app.close")} onClick={onClose} data-testid="drawer-close" />
      </div>
      <div className="drawerActions">
        <Button icon="external" onClick={() => navigate(objectUrl(cluster.id, type, row))} data-testid="open-page">
          {t("object.open")}
        </Button>
        <Button
          icon="pencil"
          onClick={() => navigate(objectUrl(cluster.id, type, row, "yaml"))}
          refusal={lost ?? mayNotEdit}
          data-testid="edit-yaml"
        >
          {t("object.edit")}
        </Button>
        <span className="spacer" />
        <Button
          variant="danger"
          icon="trash"
          onClick={() => setDeleting(true)}
          refusal={lost ?? mayNotDelete}
          data-testid="delete"
        >
          {t("object.delete")}
        </Button>
      </div>
      <div className="drawerBody">
        {live.object === undefined ? (
          <ObjectTrouble error={live.error} onRetry={live.retry} />
        ) : (
          <ObjectOverview object={live.object} type={type} withEvents />
        )}
      </div>
      <DeleteDialog
        open={deleting}
        type={type}
        locator={locator}
        uid={objectUid(row)}
        gone={gone}
        onClose={() => setDeleting(false)}
        onDone={onClose}
      />
    </aside>
  );
}
