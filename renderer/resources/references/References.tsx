import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { ErrorNotice } from "../../access/refusals/ErrorNotice.tsx";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Section } from "../../ui/Section.tsx";
import { panelKey } from "../kinds/panels/panelKey.ts";
import { typeOfReference } from "../related/dependents.ts";
import type { Use } from "./model/use.ts";
import { referringOf } from "./model/uses.ts";
import { type ReferenceRow, ReferenceRows } from "./ReferenceRows.tsx";
import { useUsers } from "./useUsers.ts";

interface ReferencesProps {
  readonly object: ApiObject;
  readonly type: ResourceType;
}

/** The references of an object in both directions: what it uses, and what uses it. */
export function References({ object, type }: ReferencesProps) {
  return (
    <>
      <UsedByIt object={object} type={type} />
      <UsersOfIt object={object} type={type} />
    </>
  );
}

function UsedByIt({ object, type }: ReferencesProps) {
  const { t } = useTranslation();
  const { types, vocabulary } = useClusterScope();
  const rows = useMemo(() => {
    const byKey = new Map(
      types.filter(({ preferred }) => preferred).map((each) => [panelKey(each, vocabulary.domain), each]),
    );
    const typeOf = ({ key, apiVersion = "", kind = "" }: Use): ResourceType | undefined =>
      key === undefined ? typeOfReference(types, { apiVersion, kind }) : byKey.get(key);
    const uses = referringOf(panelKey(type, vocabulary.domain))?.uses(object) ?? [];
    return uses.map((use): ReferenceRow => {
      const found = typeOf(use);
      return { ...use, type: found, kind: found?.kind ?? use.kind ?? use.key?.split("/").at(-1) ?? "" };
    });
  }, [object, type, types, vocabulary]);
  if (rows.length === 0) return null;
  return (
    <Section title={t("references.uses")} count={rows.length}>
      <ReferenceRows rows={rows} namespace={object.metadata.namespace ?? ""} testId="uses" />
    </Section>
  );
}

function UsersOfIt({ object, type }: ReferencesProps) {
  const { t } = useTranslation();
  const { data, error, isUsed } = useUsers({ object, type });
  if (!isUsed) return null;
  const rows = (data?.found ?? []).map((each): ReferenceRow => ({ ...each, kind: each.type.kind }));
  return (
    <Section title={t("references.usedBy")} count={rows.length}>
      <ErrorNotice error={error} />
      {rows.length > 0 ? (
        <ReferenceRows rows={rows} namespace={object.metadata.namespace ?? ""} testId="used-by" />
      ) : error === null ? (
        <p className="faint" data-testid="unused">
          {t(data === undefined ? "references.searching" : "references.unused")}
        </p>
      ) : null}
      {(data?.unseen.length ?? 0) === 0 ? null : (
        <p className="faint">{t("browse.searchUnseen", { kinds: data?.unseen.join(", ") })}</p>
      )}
    </Section>
  );
}
