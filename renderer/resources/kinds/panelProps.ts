import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";

/** What a view made for one kind is given. */
export interface PanelProps {
  object: ApiObject;
  type: ResourceType;
}
