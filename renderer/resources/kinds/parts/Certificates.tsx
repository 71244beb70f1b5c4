import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClusterNow } from "../../../sandbox/useSimulation.ts";
import { useGradually } from "../../../ui/useGradually.tsx";
import { certificateFacts } from "../facts/certificateFacts.ts";
import type { DataKey } from "./DataEntries.tsx";
import { FactsSection, REFRESH_INTERVAL } from "./FactView.tsx";

/** The first line of a PEM certificate. */
const HEAD = "-----BEGIN CERTIFICATE-----";
/** Number of certificates that are shown initially. */
const SHOWN = 10;

/** The facts of the certificates among an object's entries. Certificates are public, even in a secret. */
export function Certificates({ entries }: { readonly entries: readonly DataKey[] }) {
  const { t } = useTranslation();
  const now = useClusterNow(REFRESH_INTERVAL);
  const certified = useMemo(() => entries.filter(({ text }) => text?.includes(HEAD) === true), [entries]);
  const { shown, more } = useGradually(certified, SHOWN);
  const sections = shown.map(({ name, text = "" }) => (
    <FactsSection
      key={name}
      title={t("kinds.certificateIn", { name })}
      facts={certificateFacts(text, now)}
      testId={`certificate-${name}`}
    />
  ));
  return (
    <>
      {sections}
      {more}
    </>
  );
}
