import type { TFunction } from "i18next";
import { lazy, Suspense } from "react";
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { Loading } from "../../app/Loading.tsx";
import type { ObjectTab } from "../../app/urls.ts";
import { Concealed } from "../../secrets/Concealed.tsx";
import type { TabSpec } from "../../ui/Tabs.tsx";
import type { LiveObject } from "../live/useLiveObject.ts";
import { EventList } from "../overview/EventList.tsx";
import { AccessTab } from "./AccessTab.tsx";
import { ObjectOverview } from "./lazyOverview.ts";
import { hasLogs, hasPorts, isMeasured, isPod } from "./runningKinds.ts";

const ObjectEditor = lazy(() => import("../../editor/ObjectEditor.tsx").then((m) => ({ default: m.ObjectEditor })));
const ConcealedEditor = lazy(() =>
  import("../../secrets/ConcealedEditor.tsx").then((m) => ({ default: m.ConcealedEditor })),
);
const OwnershipTab = lazy(() => import("../ownership/OwnershipTab.tsx").then((m) => ({ default: m.OwnershipTab })));
const HistoryTab = lazy(() => import("../../history/HistoryTab.tsx").then((m) => ({ default: m.HistoryTab })));

const LogsTab = lazy(() => import("../../logs/LogsTab.tsx").then((m) => ({ default: m.LogsTab })));
const TerminalTab = lazy(() => import("../../terminal/TerminalTab.tsx").then((m) => ({ default: m.TerminalTab })));
const ForwardsTab = lazy(() => import("../../forwards/ForwardsTab.tsx").then((m) => ({ default: m.ForwardsTab })));
const MetricsTab = lazy(() => import("../../metrics/MetricsTab.tsx").then((m) => ({ default: m.MetricsTab })));

interface ObjectTabsInput {
  object: ApiObject;
  type: ResourceType;
  locator: ResourceLocator;
  live: LiveObject;
  t: TFunction;
}

/** The views of one object. Large ones load their code when the user opens them. */
export function tabsOf({ object, type, locator, live, t }: ObjectTabsInput): TabSpec[] {
  const tab = (id: ObjectTab, label: string, content: React.ReactNode): TabSpec => ({
    id,
    label,
    content: (
      <Suspense fallback={<Loading text={id === "yaml" ? t("editor.loading") : t("app.loading")} />}>
        {content}
      </Suspense>
    ),
  });
  return [
    tab(
      "overview",
      t("object.overview"),
      <div className="pageScroll">
        <ObjectOverview object={object} type={type} />
      </div>,
    ),
    ...(hasLogs(type)
      ? [tab("logs", t("logs.tab"), <LogsTab key={object.metadata.uid} object={object} kind={type.kind} />)]
      : []),
    ...(isPod(type)
      ? [tab("terminal", t("terminal.tab"), <TerminalTab pod={object} type={type} gone={live.gone} />)]
      : []),
    ...(hasPorts(type)
      ? [
          tab(
            "forwards",
            t("forwards.tab"),
            <ForwardsTab key={object.metadata.uid} object={object} kind={type.kind} gone={live.gone} />,
          ),
        ]
      : []),
    ...(isMeasured(type)
      ? [tab("metrics", t("metrics.tab"), <MetricsTab key={object.metadata.uid} object={object} />)]
      : []),
    tab(
      "yaml",
      t("object.yaml"),
      <ConcealedEditor object={object}>
        <ObjectEditor key={object.metadata.uid} object={object} type={type} gone={live.gone} onChanged={live.retry} />
      </ConcealedEditor>,
    ),
    tab(
      "ownership",
      t("views.ownership"),
      <Concealed object={object}>{(shown) => <OwnershipTab object={shown} />}</Concealed>,
    ),
    tab("history", t("views.history"), <HistoryTab object={object} type={type} live={live.revisions} />),
    tab("access", t("views.access"), <AccessTab type={type} locator={locator} />),
    tab(
      "events",
      t("object.events"),
      <div className="pageScroll padded">
        <EventList object={object} kind={object.kind ?? type.kind} />
      </div>,
    ),
  ];
}
