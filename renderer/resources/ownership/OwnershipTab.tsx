import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { ManagerList } from "./ManagerList.tsx";
import { OwnedText } from "./OwnedText.tsx";
import { type OwnershipFilter, ownershipOf } from "./ownership.ts";
import "./OwnershipTab.css";

/** The object's YAML with its owners in the gutter, and the list of owners. */
export function OwnershipTab({ object }: { object: ApiObject }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<OwnershipFilter>();
  const ownership = useMemo(() => ownershipOf(object), [object]);
  const unowned = ownership.lines.filter((line) => line.unowned && line.path !== "").length;
  if (ownership.managers.length === 0) return <p className="pageScroll padded faint">{t("views.noManagers")}</p>;
  return (
    <div className="ownership" data-testid="ownership">
      <OwnedText ownership={ownership} filter={filter} />
      <ManagerList managers={ownership.managers} unowned={unowned} filter={filter} onFilter={setFilter} />
    </div>
  );
}
