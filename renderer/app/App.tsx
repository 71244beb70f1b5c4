import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { createBrowserRouter, Outlet, RouterProvider, redirect, useLocation } from "react-router";
import { accessRoutes } from "../access/accessRoutes.tsx";
import { paneName } from "../api/pane.ts";
import { retryDelay, shouldRetry } from "../api/queries.ts";
import { HomePage } from "../clusters/home/HomePage.tsx";
import { DropFiles } from "../dropFiles/DropFiles.tsx";
import { PaneBar } from "../panes/PaneBar.tsx";
import { ListPage } from "../resources/list/ListPage.tsx";
import { ObjectPage } from "../resources/object/ObjectPage.tsx";
import { TipLayer } from "../ui/layers/TipLayer.tsx";
import { ToastProvider } from "../ui/layers/Toast.tsx";
import { TooltipProvider } from "../ui/layers/Tooltip.tsx";
import { useAppearance } from "../ui/theme/theme.ts";
import { ClusterLayout } from "./ClusterLayout.tsx";
import { Crashed, NotFound } from "./Crashed.tsx";
import { lazyView } from "./lazyView.tsx";

const openTextPage = lazyView(() => import("../dropFiles/OpenTextPage.tsx").then((m) => m.OpenTextPage));
const createPage = lazyView(() => import("../editor/manifests/CreatePage.tsx").then((m) => m.CreatePage));

const activityPage = lazyView(() => import("../activity/ActivityPage.tsx").then((m) => m.ActivityPage));
const overviewPage = lazyView(() => import("../overview/OverviewPage.tsx").then((m) => m.OverviewPage));
const advisorPage = lazyView(() => import("../advisor/AdvisorPage.tsx").then((m) => m.AdvisorPage));
const mapPage = lazyView(() => import("../map/MapPage.tsx").then((m) => m.MapPage));
const timePage = lazyView(() => import("../timeMachine/TimePage.tsx").then((m) => m.TimePage));
const orreryPage = lazyView(() => import("../orrery/OrreryPage.tsx").then((m) => m.OrreryPage));
const releasesPage = lazyView(() => import("../helm/ReleasesPage.tsx").then((m) => m.ReleasesPage));
const releasePage = lazyView(() => import("../helm/ReleasePage.tsx").then((m) => m.ReleasePage));
const learnPage = lazyView(() => import("../learn/LearnPage.tsx").then((m) => m.LearnPage));
const panesPage = lazyView(() => import("../panes/PanesPage.tsx").then((m) => m.PanesPage));
const settingsPage = lazyView(() => import("../settings/SettingsPage.tsx").then((m) => m.SettingsPage));

const queryClient = new QueryClient({
  defaultOptions: {
    // Sandboxes remain reachable on a computer without a network, and a write must fail at once instead of being
    // queued.
    mutations: { networkMode: "always" },
    queries: { networkMode: "always", retry: shouldRetry, retryDelay, refetchOnWindowFocus: true, staleTime: 2_000 },
  },
});

function Root() {
  const { t } = useTranslation();
  useAppearance();
  const pane = paneName();
  return (
    <ToastProvider closeLabel={t("app.close")}>
      <TooltipProvider>
        <DropFiles>
          <DrawnAddress />
          {pane === undefined ? (
            <Outlet />
          ) : (
            <div className="paneFrame">
              <PaneBar pane={pane} />
              <Outlet />
            </div>
          )}
        </DropFiles>
        <TipLayer />
      </TooltipProvider>
    </ToastProvider>
  );
}

/** Records the address of the rendered view in the document, because the browser's address changes a moment earlier. */
function DrawnAddress() {
  const { pathname, search } = useLocation();
  return <meta name="orrery-address" content={pathname + search} />;
}

const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <Crashed />,
    children: [
      { path: "/", element: <HomePage /> },
      {
        path: "/settings",
        element: settingsPage,
      },
      { path: "/panes", element: panesPage },
      {
        path: "/c/:cluster",
        element: <ClusterLayout />,
        children: [
          {
            errorElement: <Crashed />,
            children: [
              { index: true, element: overviewPage },
              // The other views have their names as paths; the first one can also be reached by its name.
              {
                path: "overview",
                loader: ({ params, request }) => redirect(`/c/${params["cluster"]}${new URL(request.url).search}`),
              },
              {
                path: "map",
                element: mapPage,
              },
              accessRoutes,
              {
                path: "activity/:view?",
                element: activityPage,
              },
              {
                path: "time",
                element: timePage,
              },
              {
                path: "orrery",
                element: orreryPage,
              },
              {
                path: "learn/:lesson?",
                element: learnPage,
              },
              {
                path: "advisor",
                element: advisorPage,
              },
              {
                path: "helm",
                element: releasesPage,
              },
              {
                path: "helm/:namespace/:name/:tab?",
                element: releasePage,
              },
              {
                path: "open",
                element: openTextPage,
              },
              { path: ":group/:version/:resource", element: <ListPage /> },
              {
                path: ":group/:version/:resource/new",
                element: createPage,
              },
              { path: ":group/:version/:resource/:namespace/:name/:tab?", element: <ObjectPage /> },
              { path: "*", element: <NotFound /> },
            ],
          },
        ],
      },
      { path: "*", element: <NotFound /> },
    ],
  },
]);

/** The whole console. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
