import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/Badge.tsx";
import { Section } from "../../ui/Section.tsx";
import { Certificates } from "./Certificates.tsx";
import { DataEntry } from "./DataEntry.tsx";
import type { PanelProps } from "./panelProps.ts";
import { fieldsAt, textAt } from "./read.ts";
import { decodeValue } from "./secretValue.ts";

/** A config map: its keys with their values. */
export function ConfigMapPanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const data = Object.entries(fieldsAt(object, "data"));
  const binary = Object.entries(fieldsAt(object, "binaryData"));
  return (
    <>
      <Certificates entries={data.map(([name, value]) => [name, String(value)])} />
      <Section title={t("kinds.data")} count={data.length + binary.length}>
        {textAt(object, "immutable") === "true" ? (
          <p className="panelNote">
            <Badge>{t("kinds.immutable")}</Badge>
          </p>
        ) : null}
        {data.length + binary.length === 0 ? <p className="faint">{t("object.none")}</p> : null}
        <ul className="cards">
          {data.map(([name, value]) => {
            const text = String(value);
            const count = new TextEncoder().encode(text).length;
            return <DataEntry key={name} name={name} note={t("kinds.bytes", { count })} text={text} />;
          })}
          {binary.map(([name, value]) => {
            const { bytes } = decodeValue(String(value));
            return <DataEntry key={name} name={name} note={t("kinds.bytes", { count: bytes })} text={undefined} />;
          })}
        </ul>
      </Section>
    </>
  );
}
