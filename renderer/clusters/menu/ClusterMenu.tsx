import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/layers/Menu.tsx";
import { ConfirmDialog } from "../dialogs/ConfirmDialog.tsx";
import { EditDialog } from "../dialogs/EditDialog.tsx";
import { MergeDialog, SandboxDialog } from "../dialogs/lazyDialogs.ts";
import type { Opened } from "./menuItems.tsx";
import { RemoteItems } from "./RemoteItems.tsx";
import { SandboxItems } from "./SandboxItems.tsx";

/** All actions for a cluster, with a reason for each unavailable one. */
export function ClusterMenu({ cluster }: { cluster: ClusterSummary }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="quiet"
            icon="more"
            aria-label={t("home.actions", { name: cluster.name })}
            data-testid={`actions-${cluster.id}`}
          />
        }
      >
        {cluster.kind === "sandbox" ? (
          <SandboxItems cluster={cluster} onOpen={setOpened} />
        ) : (
          <RemoteItems cluster={cluster} onOpen={setOpened} />
        )}
      </Menu>
      {opened === "edit" ? <EditDialog cluster={cluster} onClose={close} /> : null}
      {opened === "flags" ? <SandboxDialog cluster={cluster} onClose={close} /> : null}
      {opened === "merge" ? <MergeDialog cluster={cluster} onClose={close} /> : null}
      {opened === "delete" || opened === "reset" || opened === "forget" ? (
        <ConfirmDialog cluster={cluster} action={opened} onClose={close} />
      ) : null}
    </>
  );
}
