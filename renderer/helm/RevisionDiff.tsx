import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { stringify } from "yaml";
import { Loading } from "../app/Loading.tsx";
import { useViewParam } from "../app/useViewParam.ts";
import { RevealBar } from "../secrets/RevealBar.tsx";
import { Segmented } from "../ui/forms/Segmented.tsx";
import { concealManifest, concealMentions, concealValues } from "./model/confidential.ts";
import type { Release } from "./model/release.ts";
import type { StoredRevision } from "./model/releases.ts";
import { computedValues } from "./model/values.ts";
import { useRelease } from "./useRelease.ts";
import { useTroubleText } from "./useTroubleText.ts";

const DiffView = lazy(() => import("../editor/diff/DiffView.tsx"));

const WHATS = ["manifest", "given", "computed"] as const;
type What = (typeof WHATS)[number];

export interface RevisionDiffProps {
  from: StoredRevision;
  to: StoredRevision;
  revealed: boolean;
  onReveal(): void;
}

/** The differences between two revisions: of their manifests, or of their values. */
export function RevisionDiff({ from, to, revealed, onReveal }: RevisionDiffProps) {
  const { t } = useTranslation();
  const [param, setWhat] = useViewParam("compare", "manifest");
  const what = WHATS.find((each) => each === param) ?? "manifest";
  const [before, after] = [useRelease(from), useRelease(to)];
  const trouble = useTroubleText(before.error ?? after.error);
  return (
    <>
      <div className="releaseBar">
        <Segmented
          label={t("helm.compare")}
          value={what}
          options={WHATS.map((value) => ({
            value,
            label: t(value === "manifest" ? "helm.tab.manifest" : `helm.${value}`),
          }))}
          onChange={setWhat}
          testId="compare-what"
        />
        <span className="faint">{t("helm.comparing", { from: from.revision, to: to.revision })}</span>
      </div>
      {trouble === "" ? null : <p className="notice bad releaseNotice">{trouble}</p>}
      {before.data === undefined || after.data === undefined ? (
        trouble === "" ? (
          <Loading />
        ) : null
      ) : (
        <Difference before={before.data} after={after.data} what={what} revealed={revealed} onReveal={onReveal} />
      )}
    </>
  );
}

interface DifferenceProps {
  before: Release;
  after: Release;
  what: What;
  revealed: boolean;
  onReveal(): void;
}

function Difference({ before, after, what, revealed, onReveal }: DifferenceProps) {
  const { t } = useTranslation();
  const { plain, concealed } = useMemo(() => {
    const both = [before, after];
    return { plain: both.map((each) => textOf(each, what)), concealed: both.map((each) => concealedText(each, what)) };
  }, [before, after, what]);
  const isSame = plain[0] === plain[1];
  const hides = plain.some((text, i) => text !== concealed[i]);
  const [left = "", right = ""] = revealed ? plain : concealed;
  return (
    <>
      {hides ? <RevealBar revealed={revealed} onToggle={onReveal} /> : null}
      {left === right ? (
        <p className="releaseNone faint">{t(isSame ? "write.same" : "helm.onlyHidden")}</p>
      ) : (
        <Suspense fallback={<Loading />}>
          <DiffView before={left} after={right} />
        </Suspense>
      )}
    </>
  );
}

const valuesOf = ({ defaults, config }: Release, what: What): object =>
  what === "given" ? config : computedValues(defaults, config);

const textOf = (release: Release, what: What): string =>
  what === "manifest" ? release.manifest : stringify(valuesOf(release, what), { lineWidth: 0 });

const concealedText = (release: Release, what: What): string =>
  what === "manifest"
    ? concealMentions(concealManifest(release.manifest), valuesOf(release, "computed"))
    : stringify(concealValues(valuesOf(release, what)), { lineWidth: 0 });
