import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FilterBox } from "../../../ui/forms/FilterBox.tsx";
import { useGradually } from "../../../ui/useGradually.tsx";
import { DataEntry } from "./DataEntry.tsx";

/** Number of keys from which on there is a filter. */
const MANY = 20;

export interface DataKey {
  readonly name: string;
  /** Length of the value in bytes. */
  readonly bytes: number;
  /** Undefined if the value is not text. */
  readonly text: string | undefined;
}

/** The keys of a config map or a secret, with their values. @param secret whether values are initially hidden */
export function DataEntries({
  keys,
  secret = false,
}: {
  readonly keys: readonly DataKey[];
  readonly secret?: boolean;
}) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState("");
  const wanted = filter.toLowerCase();
  const found = wanted === "" ? keys : keys.filter(({ name }) => name.toLowerCase().includes(wanted));
  const { shown, more } = useGradually(found);
  if (keys.length === 0) return <p className="faint">{t("object.none")}</p>;
  return (
    <>
      {keys.length < MANY ? null : (
        <FilterBox label={t("kinds.filterKeys")} value={filter} onChange={setFilter} testId="filter-keys" />
      )}
      {found.length === 0 ? <p className="faint">{t("kinds.noKey")}</p> : null}
      <ul className="cards">
        {shown.map(({ name, bytes, text }) => (
          <DataEntry key={name} name={name} note={t("kinds.bytes", { count: bytes })} text={text} secret={secret} />
        ))}
      </ul>
      {more}
    </>
  );
}
