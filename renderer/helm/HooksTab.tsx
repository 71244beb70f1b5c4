import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { FactTable } from "../resources/kinds/parts/FactTable.tsx";
import { RevealBar } from "../secrets/RevealBar.tsx";
import { Age } from "../ui/age/Age.tsx";
import { Badge, type Tone } from "../ui/Badge.tsx";
import { keyed } from "../ui/keyed.ts";
import { LongText } from "../ui/LongText.tsx";
import { ScrollRegion } from "../ui/ScrollRegion.tsx";
import { concealManifest, concealMentions } from "./model/confidential.ts";
import type { Hook } from "./model/release.ts";
import { computedValues } from "./model/values.ts";
import type { ReleasePartProps } from "./partProps.ts";

const TONES: Readonly<Record<string, Tone>> = { Succeeded: "good", Failed: "bad", Running: "accent" };

/** The hooks that helm runs before and after its operations, and their results. */
export function HooksTab({ release, revealed, onReveal }: ReleasePartProps) {
  const { t } = useTranslation();
  const { hooks, config, defaults } = release;
  const values = useMemo(() => computedValues(defaults, config), [defaults, config]);
  const concealed = useMemo(
    () => hooks.map(({ manifest }) => concealMentions(concealManifest(manifest), values)),
    [hooks, values],
  );
  if (hooks.length === 0) return <p className="releaseNone faint">{t("helm.noHooks")}</p>;
  const hides = concealed.some((text, i) => text !== hooks[i]?.manifest);
  return (
    <>
      {hides ? <RevealBar revealed={revealed} onToggle={onReveal} /> : null}
      <div className="pageScroll padded">
        <FactTable
          label={t("helm.tab.hooks")}
          head={[t("helm.hook"), t("helm.hookWhen"), t("helm.hookWeight"), t("helm.hookRun")]}
          rows={keyed(hooks, ({ kind, name }) => `${kind}/${name}`).map(({ key, item }) => ({
            key,
            cells: [
              `${item.kind} ${item.name}`,
              item.events.join(", "),
              item.weight || "0",
              <LastRun key="run" hook={item} />,
            ],
          }))}
        />
        {keyed(hooks, ({ kind, name }) => `${kind}/${name}`).map(({ key, item }, i) => (
          <details key={key} className="hookText">
            <summary className="mono">{item.path || `${item.kind} ${item.name}`}</summary>
            <ScrollRegion as="pre">
              <LongText text={revealed ? item.manifest : (concealed[i] ?? "")} />
            </ScrollRegion>
          </details>
        ))}
      </div>
    </>
  );
}

function LastRun({ hook: { phase, completed } }: { hook: Hook }) {
  const { t } = useTranslation();
  if (phase === "") return <span className="faint">{t("helm.hookNever")}</span>;
  return (
    <>
      <Badge tone={TONES[phase] ?? "neutral"} dot>
        {phase}
      </Badge>{" "}
      {completed === "" ? null : (
        <span className="faint">
          <Age since={Date.parse(completed)} />
        </span>
      )}
    </>
  );
}
