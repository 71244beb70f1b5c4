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
import { useReleaseErrorText } from "./useReleaseErrorText.ts";

const DiffView = lazy(() => import("../editor/diff/DiffView.tsx"));

const COMPARED = ["manifest", "given", "computed"] as const;
type Compared = (typeof COMPARED)[number];

export interface RevisionDiffProps {
  from: StoredRevision;
  to: StoredRevision;
  revealed: boolean;
  onReveal(): void;
}

/** The differences between two revisions: of their manifests, or of their values. */
export function RevisionDiff({ from, to, revealed, onReveal }: RevisionDiffProps) {
  const { t } = useTranslation();
  const [param, setCompared] = useViewParam("compare", "manifest");
  const compared = COMPARED.find((each) => each === param) ?? "manifest";
  const [before, after] = [useRelease(from), useRelease(to)];
  const trouble = useReleaseErrorText(before.error ?? after.error);
  return (
    <>
      <div className="releaseBar">
        <Segmented
          label={t("helm.compare")}
          value={compared}
          options={COMPARED.map((value) => ({
            value,
            label: t(value === "manifest" ? "helm.tab.manifest" : `helm.${value}`),
          }))}
          onChange={setCompared}
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
        <Difference
          before={before.data}
          after={after.data}
          compared={compared}
          revealed={revealed}
          onReveal={onReveal}
        />
      )}
    </>
  );
}

interface DifferenceProps {
  before: Release;
  after: Release;
  compared: Compared;
  revealed: boolean;
  onReveal(): void;
}

function Difference({ before, after, compared, revealed, onReveal }: DifferenceProps) {
  const { t } = useTranslation();
  const { plain, concealed } = useMemo(() => {
    const both = [before, after];
    return {
      plain: both.map((each) => textOf(each, compared)),
      concealed: both.map((each) => concealedText(each, compared)),
    };
  }, [before, after, compared]);
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

const valuesOf = ({ defaults, config }: Release, compared: Compared): object =>
  compared === "given" ? config : computedValues(defaults, config);

const textOf = (release: Release, compared: Compared): string =>
  compared === "manifest" ? release.manifest : stringify(valuesOf(release, compared), { lineWidth: 0 });

const concealedText = (release: Release, compared: Compared): string =>
  compared === "manifest"
    ? concealMentions(concealManifest(release.manifest), valuesOf(release, "computed"))
    : stringify(concealValues(valuesOf(release, compared)), { lineWidth: 0 });
