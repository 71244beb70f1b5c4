import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { learnUrl } from "../app/urls.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { shellCommand } from "../clusters/home/clusterGroups.ts";
import { CLIENT_VARIABLE } from "../clusters/menu/SandboxItems.tsx";
import { useContent } from "../content/useContent.ts";
import { useLoadRefusal } from "../content/useLoadRefusal.ts";
import { useChooseFiles } from "../dropFiles/chooseFiles.ts";
import { useLessonText } from "../learn/useLessonText.ts";
import { Button } from "../ui/Button.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Menu, MenuItem } from "../ui/layers/Menu.tsx";
import { useCopy } from "../ui/useCopy.ts";
import { Card } from "./Card.tsx";
import { CreateButton } from "./CreateButton.tsx";
import "./EmptySandbox.css";

/** Suggests next steps in a sandbox without workloads. */
export function EmptySandbox() {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const chooseFiles = useChooseFiles();
  const refusal = useWriteRefusal();
  const mayNotLoad = useLoadRefusal();
  const copy = useCopy();
  const say = useLessonText();
  const { all, isBusy, start } = useContent();
  const [shop, ...others] = all;
  const command = shellCommand(CLIENT_VARIABLE, cluster.kubeconfig);
  return (
    <Card title={t("overview.nothingRuns")} testId="empty-sandbox">
      <ul className="doors">
        <Door icon="columns" title={t("content.load")} text={t("content.loadText")}>
          <span className="doorButtons">
            {shop === undefined ? null : (
              <Button
                variant="primary"
                refusal={mayNotLoad}
                disabled={isBusy}
                onClick={() => start(shop)}
                data-testid="door-shop"
              >
                {t("content.loadTitle", { title: say(shop.title) })}
              </Button>
            )}
            <Menu
              trigger={
                <Button icon="more" aria-label={t("content.others")} disabled={isBusy} data-testid="door-content" />
              }
            >
              {others.map((content) => (
                <MenuItem key={content.id} disabled={mayNotLoad !== undefined} onSelect={() => start(content)}>
                  {say(content.title)}
                </MenuItem>
              ))}
            </Menu>
          </span>
        </Door>
        <Door icon="book" title={t("overview.learn")} text={t("overview.learnText")}>
          <Link className="uiButton" to={learnUrl(cluster.id)} data-testid="door-learn">
            {t("overview.learnDo")}
          </Link>
        </Door>
        <Door icon="inbox" title={t("overview.apply")} text={t("overview.applyText")}>
          <Button onClick={chooseFiles} refusal={refusal} data-testid="door-apply">
            {t("overview.applyDo")}
          </Button>
        </Door>
        <Door icon="plus" title={t("overview.make")} text={t("overview.makeText")}>
          <CreateButton data-testid="door-create">{t("overview.makeDo")}</CreateButton>
        </Door>
        <Door icon="terminal" title={t("overview.connect")} text={t("overview.connectText")}>
          <Button icon="copy" onClick={() => copy(command)} data-tip={command} data-testid="door-connect">
            {t("overview.connectDo")}
          </Button>
        </Door>
      </ul>
    </Card>
  );
}

function Door({ icon, title, text, children }: { icon: IconName; title: string; text: string; children: ReactNode }) {
  return (
    <li className="door">
      <span className="doorIcon">
        <Icon name={icon} />
      </span>
      <b>{title}</b>
      <p className="muted">{text}</p>
      {children}
    </li>
  );
}
