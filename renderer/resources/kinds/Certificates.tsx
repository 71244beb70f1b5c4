import { useTranslation } from "react-i18next";
import { useClusterNow } from "../../sandbox/useSimulation.ts";
import { LOOK_AGAIN } from "./FactsPanel.tsx";
import { FactsSection } from "./FactView.tsx";
import { certificateFacts } from "./facts/certificateFacts.ts";

/** What the certificates among the entries of an object say: they are public, whatever else a secret holds. */
export function Certificates({ entries }: { readonly entries: readonly (readonly [name: string, text: string])[] }) {
  const { t } = useTranslation();
  const now = useClusterNow(LOOK_AGAIN);
  return entries.map(([name, text]) => (
    <FactsSection
      key={name}
      title={t("kinds.certificateIn", { name })}
      facts={certificateFacts(text, now)}
      testId={`certificate-${name}`}
    />
  ));
}
