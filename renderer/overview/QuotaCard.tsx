import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { Card } from "./Card.tsx";
import { Meter } from "./Meter.tsx";
import { quotaUse } from "./model/quotaUse.ts";

const SHOWN = 8;

/** The remaining amounts of quotas; renders nothing if there are none. */
export function QuotaCard({ quotas, withNamespace }: { quotas: readonly ApiObject[]; withNamespace: boolean }) {
  const { t } = useTranslation();
  const uses = useMemo(() => quotaUse(quotas), [quotas]);
  if (uses.length === 0) return null;
  return (
    <Card title={t("overview.quotas")} testId="quotas">
      {uses.slice(0, SHOWN).map(({ key, namespace, quota, resource, used, hard, part }) => (
        <Meter
          key={key}
          name={resource}
          part={part}
          text={`${used} / ${hard}`}
          note={withNamespace ? `${namespace}/${quota}` : quota}
        />
      ))}
      {uses.length > SHOWN ? <p className="faint">{t("browse.andMore", { count: uses.length - SHOWN })}</p> : null}
    </Card>
  );
}
