import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { createBrowserRouter, Outlet, RouterProvider } from "react-router";
import { accessRoutes } from "../access/accessRoutes.tsx";
import { shouldRetry } from "../api/queries.ts";
import { HomePage } from "../clusters/HomePage.tsx";
import { ListPage } from "../resources/ListPage.tsx";
import { ObjectPage } from "../resources/ObjectPage.tsx";
import { ToastProvider } from "../ui/Toast.tsx";
import { TooltipProvider } from "../ui/Tooltip.tsx";
import { useTheme } from "../ui/theme.ts";
import { ClusterIndex } from "./ClusterIndex.tsx";
import { ClusterLayout } from "./ClusterLayout.tsx";
import { Crashed, NotFound } from "./Crashed.tsx";
import { Loading } from "./Loading.tsx";

const CreatePage = lazy(() => import("../editor/CreatePage.tsx").then((m) => ({ default: m.CreatePage })));

const ActivityPage = lazy(() => import("../activity/ActivityPage.tsx").then((m) => ({ default: m.ActivityPage })));
const TimePage = lazy(() => import("../timeMachine/TimePage.tsx").then((m) => ({ default: m.TimePage })));
const LearnPage = lazy(() => import("../learn/LearnPage.tsx").then((m) => ({ default: m.LearnPage })));

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: shouldRetry, refetchOnWindowFocus: true, staleTime: 2_000 } },
});

function Root() {
  const { t } = useTranslation();
  useTheme();
  return (
    <ToastProvider closeLabel={t("app.close")}>
      <TooltipProvider>
        <Outlet />
      </TooltipProvider>
    </ToastProvider>
  );
}

const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <Crashed />,
    children: [
      { path: "/", element: <HomePage /> },
      {
        path: "/c/:cluster",
        element: <ClusterLayout />,
        children: [
          {
            errorElement: <Crashed />,
            children: [
              { index: true, element: <ClusterIndex /> },
              accessRoutes,
              {
                path: "activity/:view?",
                element: (
                  <Suspense fallback={<Loading />}>
                    <ActivityPage />
                  </Suspense>
                ),
              },
              {
                path: "time",
                element: (
                  <Suspense fallback={<Loading />}>
                    <TimePage />
                  </Suspense>
                ),
              },
              {
                path: "learn/:lesson?",
                element: (
                  <Suspense fallback={<Loading />}>
                    <LearnPage />
                  </Suspense>
                ),
              },
              { path: ":group/:version/:resource", element: <ListPage /> },
              {
                path: ":group/:version/:resource/new",
                element: (
                  <Suspense fallback={<Loading />}>
                    <CreatePage />
                  </Suspense>
                ),
              },
              { path: ":group/:version/:resource/:namespace/:name/:tab?", element: <ObjectPage /> },
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
