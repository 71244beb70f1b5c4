import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { stringify } from "yaml";
import { Loading } from "../app/Loading.tsx";
import { useViewParam } from "../app/useViewParam.ts";
import { RevealBar } from "../secrets/RevealBar.tsx";
import { Segmented } from "../ui/forms/Segmented.tsx";
import { concealManifest, concealMentions, concealValues } from "./model/confidential.ts";
import { computedValues } from "./model/values.ts";
import type { ReleasePartProps } from "./partProps.ts";

const TextView = lazy(() => import("../editor/text/TextView.tsx"));

interface ConcealedTextProps {
  label: string;
  text: string;
  /** The text without possible secrets; the same text when there are none. */
  concealed: string;
  revealed: boolean;
  onReveal(): void;
  language?: "yaml" | "plaintext";
  /** Message to show if there is no text. */
  none: string;
}

/** A long text, whose possible secrets are only shown when the user reveals them. */
function ConcealedText({ label, text, concealed, revealed, onReveal, language = "yaml", none }: ConcealedTextProps) {
  if (text.trim() === "") return <p className="releaseNone faint">{none}</p>;
  return (
    <>
      {concealed === text ? null : <RevealBar revealed={revealed} onToggle={onReveal} />}
      <Suspense fallback={<Loading />}>
        <TextView label={label} text={revealed ? text : concealed} language={language} />
      </Suspense>
    </>
  );
}

const textOf = (value: object): string => (Object.keys(value).length === 0 ? "" : stringify(value, { lineWidth: 0 }));

/** The values: those that the user gave to helm, or all values that the chart was rendered with. */
export function ValuesTab({ release, ...reveal }: ReleasePartProps) {
  const { t } = useTranslation();
  const [which, setWhich] = useViewParam("values", "given");
  const values = useMemo(
    () => (which === "all" ? computedValues(release.defaults, release.config) : release.config),
    [release, which],
  );
  const [text, concealed] = useMemo(() => [textOf(values), textOf(concealValues(values))], [values]);
  return (
    <div className="releaseText">
      <div className="releaseBar">
        <Segmented
          label={t("helm.tab.values")}
          value={which === "all" ? "all" : "given"}
          options={[
            { value: "given", label: t("helm.given") },
            { value: "all", label: t("helm.computed") },
          ]}
          onChange={setWhich}
          testId="which-values"
        />
        <span className="faint">{t(which === "all" ? "helm.computedText" : "helm.givenText")}</span>
      </div>
      <ConcealedText
        label={t("helm.tab.values")}
        text={text}
        concealed={concealed}
        none={t("helm.noValues")}
        {...reveal}
      />
    </div>
  );
}

/** The rendered manifest. */
export function ManifestTab({ release, ...reveal }: ReleasePartProps) {
  const { t } = useTranslation();
  const concealed = useConcealedManifest(release);
  return (
    <div className="releaseText">
      <ConcealedText
        label={t("helm.tab.manifest")}
        text={release.manifest}
        concealed={concealed}
        none={t("helm.noManifest")}
        {...reveal}
      />
    </div>
  );
}

function useConcealedManifest({ manifest, config, defaults }: ReleasePartProps["release"]): string {
  return useMemo(
    () => concealMentions(concealManifest(manifest), computedValues(defaults, config)),
    [manifest, config, defaults],
  );
}

/** The chart's notes for the user who installed it. */
export function NotesTab({ release, ...reveal }: ReleasePartProps) {
  const { t } = useTranslation();
  const { notes, config, defaults } = release;
  const concealed = useMemo(() => concealMentions(notes, computedValues(defaults, config)), [notes, config, defaults]);
  return (
    <div className="releaseText">
      <ConcealedText
        label={t("helm.tab.notes")}
        text={notes}
        concealed={concealed}
        language="plaintext"
        none={t("helm.noNotes")}
        {...reveal}
      />
    </div>
  );
}
