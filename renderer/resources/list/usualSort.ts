import type { ResourceType } from "../../api/resourceType.ts";
import type { Sort } from "../table/rowView.ts";
import { isCreatedByUsers } from "./createdByUsers.ts";

const LATEST: Sort = { column: "Last Seen", descending: false };

/** The default order of a list: the latest first for events, the server's order for everything else. */
export const usualSort = (type: Pick<ResourceType, "kind" | "resource">): Sort | undefined =>
  isCreatedByUsers(type) ? undefined : LATEST;
