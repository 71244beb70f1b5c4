import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "../../../ui/Badge.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Certificates } from "../parts/Certificates.tsx";
import { DataEntries, type DataKey } from "../parts/DataEntries.tsx";
import { fieldsAt, textAt } from "../read.ts";
import { decodeValue } from "../secretValue.ts";
import type { PanelProps } from "./panelProps.ts";

/** A config map: its keys with their values. */
export function ConfigMapPanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const keys = useMemo((): readonly DataKey[] => {
    const encoder = new TextEncoder();
    const texts = Object.entries(fieldsAt(object, "data")).map(([name, value]) => {
      const text = String(value);
      return { name, text, bytes: encoder.encode(text).length };
    });
    const binary = Object.entries(fieldsAt(object, "binaryData")).map(([name, value]) => {
      return { name, text: undefined, bytes: decodeValue(String(value)).bytes };
    });
    return [...texts, ...binary];
  }, [object]);
  return (
    <>
      <Certificates entries={keys} />
      <Section title={t("kinds.data")} count={keys.length}>
        {textAt(object, "immutable") === "true" ? (
          <p className="panelNote">
            <Badge>{t("kinds.immutable")}</Badge>
          </p>
        ) : null}
        <DataEntries keys={keys} />
      </Section>
    </>
  );
}
