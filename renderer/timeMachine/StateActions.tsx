import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import type { ApiObject } from "../../shared/object.ts";
import { newPlaces, useRefusal } from "../access/refusals/useRefusal.ts";
import { restorable } from "../actions/model/cloneOf.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { newUrl, objectUrl } from "../app/urls.ts";
import { keepOpened } from "../editor/manifests/openedText.ts";
import { Button } from "../ui/Button.tsx";

export interface StateActionsProps {
  type: ResourceType;
  /** The displayed state. */
  object: ApiObject;
  /** Whether the object currently exists. */
  exists: boolean;
}

/** The actions for an object from the past: an existing one links to its page, and a deleted one can be recreated. */
export function StateActions({ type, object, exists }: StateActionsProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const navigate = useNavigate();
  const { name = "", namespace = "" } = object.metadata;
  const mayNotCreate = useRefusal(type, ["create"], newPlaces(type, namespace));
  if (exists) {
    return (
      <Link className="uiButton" to={objectUrl(cluster.id, type, { namespace, name })} data-testid="time-open">
        {t("object.open")}
      </Link>
    );
  }
  const restore = async (): Promise<void> => {
    const { stringify } = await import("yaml");
    const text = stringify(restorable(object, vocabulary), { lineWidth: 0 });
    void navigate(newUrl(cluster.id, type, namespace), { state: keepOpened(text) });
  };
  return (
    <Button
      variant="primary"
      icon="refresh"
      refusal={mayNotCreate}
      onClick={() => void restore()}
      data-testid="time-restore"
    >
      {t("timeMachine.restore")}
    </Button>
  );
}
