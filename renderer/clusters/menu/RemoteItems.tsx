import { useTranslation } from "react-i18next";
import { MenuItem, MenuSeparator } from "../../ui/layers/Menu.tsx";
import { useCopy } from "../../ui/useCopy.ts";
import { canRetry } from "../home/clusterGroups.ts";
import { act, type PlainAction } from "../hostActions.ts";
import { useClusterAction } from "../useClusterAction.ts";
import { useSignIn } from "../useSignIn.ts";
import { CommonItems, type ItemsProps, RemoveItem } from "./menuItems.tsx";

/** The actions for a context of a kubeconfig. */
export function RemoteItems({ cluster, onOpen }: ItemsProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const action: PlainAction = canRetry(cluster.state) ? "retry" : "open";
  const retry = useClusterAction(() => act(cluster.id, action));
  const signIn = useSignIn(cluster.id);
  return (
    <>
      <MenuItem icon="plug" onSelect={() => retry.mutate()} testId="do-retry">
        {t(action === "retry" ? "home.do.retry" : "clusters.open")}
      </MenuItem>
      {cluster.login === "oidc" ? (
        <MenuItem icon="key" onSelect={() => signIn.mutate()}>
          {t("home.do.signIn")}
        </MenuItem>
      ) : null}
      <CommonItems cluster={cluster} onOpen={onOpen} />
      <MenuItem onSelect={() => copy(cluster.apiServer)}>{t("clusters.copyAddress")}</MenuItem>
      <MenuSeparator />
      <RemoveItem
        cluster={cluster}
        onSelect={() => onOpen("forget")}
        testId="do-forget"
        disabledReason={t("home.do.keepOwn")}
      >
        {t("home.do.forget")}
      </RemoveItem>
    </>
  );
}
