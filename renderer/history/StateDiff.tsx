import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Loading } from "../app/Loading.tsx";
import type { Revision } from "../resources/live/objectStore.ts";
import { comparableText } from "./comparable.ts";

const DiffView = lazy(() => import("../editor/DiffView.tsx"));

const textOf = (state: Revision | undefined): string => comparableText(state?.deleted ? undefined : state?.object);

/** The difference between two states of an object; what does not exist is an empty text. */
export function StateDiff({ from, to }: { from: Revision | undefined; to: Revision }) {
  const { t } = useTranslation();
  const before = useMemo(() => textOf(from), [from]);
  const after = useMemo(() => textOf(to), [to]);
  if (before === after) return <p className="faint">{t("write.same")}</p>;
  return (
    <Suspense fallback={<Loading />}>
      <DiffView before={before} after={after} />
    </Suspense>
  );
}
