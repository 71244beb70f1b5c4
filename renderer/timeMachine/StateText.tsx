import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { hideSecrets } from "../../shared/secrets/hideSecrets.ts";
import { Loading } from "../app/Loading.tsx";
import { comparableText } from "../history/comparable.ts";
import { RevealBar } from "../secrets/RevealBar.tsx";
import { useReveal } from "../secrets/useReveal.ts";

const TextView = lazy(() => import("../editor/text/TextView.tsx"));

/** A past state of an object as YAML. Confidential values are hidden until the user reveals them. */
export function StateText({ object }: { object: ApiObject }) {
  const { t } = useTranslation();
  const [revealed, toggle] = useReveal(object.metadata.uid);
  const { text, hides } = useMemo(() => {
    const hidden = hideSecrets(object);
    return { text: comparableText(revealed ? object : hidden), hides: hidden !== object };
  }, [object, revealed]);
  return (
    <>
      {hides ? <RevealBar revealed={revealed} onToggle={toggle} /> : null}
      <Suspense fallback={<Loading />}>
        <TextView label={t("timeMachine.asText")} text={text} />
      </Suspense>
    </>
  );
}
