import { lazyPart } from "../../ui/lazyPart.tsx";

/** The overview of an object with the panels of all kinds, loaded on first use. */
export const ObjectOverview = lazyPart(() => import("../overview/ObjectOverview.tsx").then((m) => m.ObjectOverview));
