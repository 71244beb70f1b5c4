import { lazy, Suspense } from "react";
import type { RouteObject } from "react-router";
import { Loading } from "../app/Loading.tsx";

const AccessArea = lazy(() => import("./AccessArea.tsx").then((m) => ({ default: m.AccessArea })));
const CanIPage = lazy(() => import("./CanIPage.tsx").then((m) => ({ default: m.CanIPage })));
const RulesPage = lazy(() => import("./RulesPage.tsx").then((m) => ({ default: m.RulesPage })));
const WhoCanPage = lazy(() => import("./WhoCanPage.tsx").then((m) => ({ default: m.WhoCanPage })));
const MatrixPage = lazy(() => import("./matrix/MatrixPage.tsx").then((m) => ({ default: m.MatrixPage })));
const GraphPage = lazy(() => import("./graph/GraphPage.tsx").then((m) => ({ default: m.GraphPage })));
const WhatIfPage = lazy(() => import("./whatIf/WhatIfPage.tsx").then((m) => ({ default: m.WhatIfPage })));
const ViewAsPage = lazy(() => import("./viewAs/ViewAsPage.tsx").then((m) => ({ default: m.ViewAsPage })));

const shown = (page: React.ReactNode): React.ReactNode => <Suspense fallback={<Loading />}>{page}</Suspense>;

/** The access area below a cluster's address; loaded when it is first opened. */
export const accessRoutes: RouteObject = {
  path: "access",
  element: shown(<AccessArea />),
  children: [
    { index: true, element: shown(<CanIPage />) },
    { path: "rules", element: shown(<RulesPage />) },
    { path: "who-can", element: shown(<WhoCanPage />) },
    { path: "matrix", element: shown(<MatrixPage />) },
    { path: "graph", element: shown(<GraphPage />) },
    { path: "what-if", element: shown(<WhatIfPage />) },
    { path: "view-as", element: shown(<ViewAsPage />) },
  ],
};
