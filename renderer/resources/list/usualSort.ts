import type { ResourceType } from "../../api/resourceType.ts";
import type { Sort } from "../table/rowView.ts";
import { isWrittenByPeople } from "./writtenByPeople.ts";

const LATEST: Sort = { column: "Last Seen", descending: false };

/** The order of a list whose reader has chosen none: of events, the latest come first; all else is in the server's order. */
export const usualSort = (type: Pick<ResourceType, "kind" | "resource">): Sort | undefined =>
  isWrittenByPeople(type) ? undefined : LATEST;
