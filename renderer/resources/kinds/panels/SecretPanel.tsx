import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../../ui/Badge.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Certificates } from "../parts/Certificates.tsx";
import { DataEntries, type DataKey } from "../parts/DataEntries.tsx";
import { fieldsAt, textAt } from "../read.ts";
import { decodeValue } from "../secretValue.ts";
import type { PanelProps } from "./panelProps.ts";

/** A secret: its type and keys; values are hidden until the user reveals them, and then decoded. */
export function SecretPanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const keys = useMemo(
    () =>
      Object.entries(fieldsAt(object, "data")).map(([name, value]): DataKey => {
        const { text, bytes } = decodeValue(typeof value === "string" ? value : "");
        return { name, text, bytes };
      }),
    [object],
  );
  return (
    <>
      <Certificates entries={keys} />
      <Section title={t("kinds.data")} count={keys.length}>
        <p className="panelNote">
          <Badge>{textAt(object, "type") || "Opaque"}</Badge>
          {textAt(object, "immutable") === "true" ? <Badge>{t("kinds.immutable")}</Badge> : null}
        </p>
        <DataEntries keys={keys} secret />
      </Section>
    </>
  );
}
