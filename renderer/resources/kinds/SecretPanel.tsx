import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/Badge.tsx";
import { Section } from "../../ui/Section.tsx";
import { Certificates } from "./Certificates.tsx";
import { DataEntry } from "./DataEntry.tsx";
import type { PanelProps } from "./panelProps.ts";
import { fieldsAt, textAt } from "./read.ts";
import { decodeValue } from "./secretValue.ts";

/** A secret: its type and keys; values are hidden until the user reveals them, and then decoded. */
export function SecretPanel({ object }: PanelProps) {
  const { t } = useTranslation();
  const data = Object.entries(fieldsAt(object, "data")).map(
    ([name, value]) => [name, decodeValue(typeof value === "string" ? value : "")] as const,
  );
  return (
    <>
      <Certificates entries={data.map(([name, { text = "" }]) => [name, text])} />
      <Section title={t("kinds.data")} count={data.length}>
        <p className="panelNote">
          <Badge>{textAt(object, "type") || "Opaque"}</Badge>
          {textAt(object, "immutable") === "true" ? <Badge>{t("kinds.immutable")}</Badge> : null}
        </p>
        {data.length === 0 ? <p className="faint">{t("object.none")}</p> : null}
        <ul className="cards">
          {data.map(([name, { text, bytes }]) => (
            <DataEntry key={name} name={name} note={t("kinds.bytes", { count: bytes })} text={text} secret />
          ))}
        </ul>
      </Section>
    </>
  );
}
