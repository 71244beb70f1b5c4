import { lazyPart } from "../../ui/lazyPart.tsx";

/** The overview of an object with the panels of all kinds, loaded when it is first shown. */
export const ObjectOverview = lazyPart(() => import("../overview/ObjectOverview.tsx").then((m) => m.ObjectOverview));
