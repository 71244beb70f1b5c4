import { useTranslation } from "react-i18next";
import { beginSignIn } from "./hostActions.ts";
import { useClusterAction } from "./useClusterAction.ts";

/** Opens the issuer's page in the system's browser. The address contains no credentials. */
export function useSignIn(id: string) {
  const { t } = useTranslation();
  return useClusterAction(
    async () => {
      const { url } = await beginSignIn(id);
      window.open(url, "_blank", "noopener,noreferrer");
    },
    () => t("home.done.signIn"),
  );
}
