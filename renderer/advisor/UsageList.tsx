import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Usage } from "../../shared/advice/usage.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { objectUrl } from "../app/urls.ts";
import { Age } from "../ui/age/Age.tsx";
import { Button } from "../ui/Button.tsx";
import { typeOfUsage } from "./model/typeOfUsage.ts";

/** Number of entries that are rendered until the user shows all. */
const FIRST = 50;

/** The users of a deprecated version: object by object, with the evidence. */
export function UsageList({ usages }: { usages: readonly Usage[] }) {
  const { t } = useTranslation();
  const { types } = useClusterScope();
  const [all, setAll] = useState(false);
  const shown = all ? usages : usages.slice(0, FIRST);
  return (
    <>
      <ul className="usageList">
        {shown.map((usage) => (
          <UsageRow
            key={JSON.stringify([usage.evidence, usage.namespace, usage.name, usage.by])}
            usage={usage}
            type={typeOfUsage(usage, types)}
          />
        ))}
      </ul>
      {shown.length === usages.length ? null : (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {t("advisor.showAll", { count: usages.length })}
        </Button>
      )}
    </>
  );
}

function UsageRow({ usage, type }: { usage: Usage; type: ResourceType | undefined }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { namespace = "", name = "", by = "", evidence, last, count } = usage;
  const path = namespace === "" ? name : `${namespace}/${name}`;
  const title = usage.holder === undefined ? path : `${usage.holder.kind} ${path}`;
  return (
    <li>
      {name === "" ? (
        <span>{t("advisor.requests")}</span>
      ) : type === undefined ? (
        <span className="clip">{title}</span>
      ) : (
        <Link className="clip" to={objectUrl(cluster.id, type, { namespace, name })}>
          {title}
        </Link>
      )}
      <span className="usageBy muted">{t(`advisor.evidence.${evidence}`, { by })}</span>
      <span className="spacer" />
      {count === undefined ? null : <span className="faint">{t("advisor.times", { count })}</span>}
      {last === undefined ? null : (
        <span className="age">
          <Age since={Date.parse(last)} />
        </span>
      )}
    </li>
  );
}
