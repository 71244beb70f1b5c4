import type { ApiObject } from "../../../../shared/object.ts";
import type { ResourceType } from "../../../api/resourceType.ts";

/** The props of a view for one kind. */
export interface PanelProps {
  object: ApiObject;
  type: ResourceType;
}
