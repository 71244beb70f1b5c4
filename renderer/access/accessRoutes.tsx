import type { RouteObject } from "react-router";
import { lazyView } from "../app/lazyView.tsx";

const accessArea = lazyView(() => import("./AccessArea.tsx").then((m) => m.AccessArea));
const canIPage = lazyView(() => import("./questions/CanIPage.tsx").then((m) => m.CanIPage));
const rulesPage = lazyView(() => import("./RulesPage.tsx").then((m) => m.RulesPage));
const whoCanPage = lazyView(() => import("./questions/WhoCanPage.tsx").then((m) => m.WhoCanPage));
const matrixPage = lazyView(() => import("./matrix/MatrixPage.tsx").then((m) => m.MatrixPage));
const graphPage = lazyView(() => import("./graph/GraphPage.tsx").then((m) => m.GraphPage));
const whatIfPage = lazyView(() => import("./whatIf/WhatIfPage.tsx").then((m) => m.WhatIfPage));
const viewAsPage = lazyView(() => import("./viewAs/ViewAsPage.tsx").then((m) => m.ViewAsPage));

/** The access area below a cluster's address; loaded when the user first opens it. */
export const accessRoutes: RouteObject = {
  path: "access",
  element: accessArea,
  children: [
    { index: true, element: canIPage },
    { path: "rules", element: rulesPage },
    { path: "who-can", element: whoCanPage },
    { path: "matrix", element: matrixPage },
    { path: "graph", element: graphPage },
    { path: "what-if", element: whatIfPage },
    { path: "view-as", element: viewAsPage },
  ],
};
