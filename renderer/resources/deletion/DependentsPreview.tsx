import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../../access/refusals/ErrorNotice.tsx";
import type { Propagation } from "../../requests/plannedRequest.ts";
import { Button } from "../../ui/Button.tsx";
import { type OwnerSet, useDependents } from "../related/useDependents.ts";
import "../../requests/RequestPreview.css";
import "../bulk/OutcomeList.css";
import { grouped } from "../../ui/numbers.ts";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";

const SHOWN = 60;

/** The dependents of the objects to delete, and whether they will be deleted as well. */
export function DependentsPreview({ owners, propagation }: { owners: OwnerSet; propagation: Propagation }) {
  const { t } = useTranslation();
  const [thorough, setThorough] = useState(false);
  const search = useDependents(owners, { enabled: true, thorough });
  const found = search.data?.dependents ?? [];
  const unseen = search.data?.unseen ?? [];
  return (
    <div className="field">
      <div className="requestHead">
        <span className="fieldLabel">
          {t("browse.dependents")}
          {found.length === 0 ? "" : ` (${grouped(found.length)})`}
        </span>
        <span className="spacer" />
        {thorough ? null : (
          <Button variant="quiet" onClick={() => setThorough(true)} data-testid="search-all-kinds">
            {t("browse.searchAll")}
          </Button>
        )}
      </div>
      {search.isPending ? <p className="faint">{t("browse.searching")}</p> : null}
      <ErrorNotice error={search.error} />
      {search.isSuccess && found.length === 0 ? (
        <p className="faint">{t(unseen.length === 0 ? "browse.noDependents" : "browse.noneFound")}</p>
      ) : null}
      {found.length === 0 ? null : (
        <>
          <p className={propagation === "Orphan" ? "faint" : "dangerText"}>
            {propagation === "Orphan" ? t("browse.stay") : t("browse.goToo")}
          </p>
          <ScrollRegion as="ul" className="outcomes short" aria-label={t("browse.dependents")} data-testid="dependents">
            {found.slice(0, SHOWN).map(({ type, meta }) => (
              <li key={meta.uid}>
                <span className="faint">{type.kind}</span>
                <span className="outcomeName">
                  {meta.namespace ? <span className="faint">{meta.namespace}/</span> : null}
                  {meta.name}
                </span>
              </li>
            ))}
            {found.length > SHOWN ? (
              <li className="faint">{t("browse.andMore", { count: found.length - SHOWN })}</li>
            ) : null}
          </ScrollRegion>
        </>
      )}
      {unseen.length === 0 ? null : <p className="faint">{t("browse.searchUnseen", { kinds: unseen.join(", ") })}</p>}
    </div>
  );
}
