import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { hideBoth } from "../../shared/secrets/hideSecrets.ts";
import { Loading } from "../app/Loading.tsx";
import type { Revision } from "../resources/live/objectStore.ts";
import { RevealBar } from "../secrets/RevealBar.tsx";
import { useReveal } from "../secrets/useReveal.ts";
import { comparableText } from "./comparable.ts";

const DiffView = lazy(() => import("../editor/diff/DiffView.tsx"));

/** The object in a state; undefined if it was deleted. */
const objectIn = (state: Revision | undefined) => (state?.deleted ? undefined : state?.object);

/**
 * The difference between two states of an object; a deleted object is an empty text. Confidential values are hidden
 * until the user reveals them, but marked if they changed.
 */
export function StateDiff({ from, to }: { from: Revision | undefined; to: Revision }) {
  const { t } = useTranslation();
  const [revealed, toggle] = useReveal(to.object.metadata.uid);
  const changed = t("secrets.changed");
  const { texts, hides } = useMemo(() => {
    const states = [objectIn(from), objectIn(to)] as const;
    const hidden = hideBoth(...states, changed);
    return {
      texts: (revealed ? states : hidden).map(comparableText),
      hides: hidden.some((state, i) => state !== states[i]),
    };
  }, [from, to, revealed, changed]);
  const [before = "", after = ""] = texts;
  return (
    <>
      {hides ? <RevealBar revealed={revealed} onToggle={toggle} /> : null}
      {before === after ? (
        <p className="faint">{t("write.same")}</p>
      ) : (
        <Suspense fallback={<Loading />}>
          <DiffView before={before} after={after} />
        </Suspense>
      )}
    </>
  );
}
