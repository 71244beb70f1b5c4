import { useTranslation } from "react-i18next";
import { Loading } from "./Loading.tsx";
import { useGoBack } from "./useGoBack.ts";

/** Stands in place of a view that waits for the list of served kinds. The user can leave it when that takes long. */
export function Discovering() {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return <Loading text={t("side.discovering")} onLeave={goBack} />;
}
