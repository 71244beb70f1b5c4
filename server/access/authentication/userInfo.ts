import { isEmptyMap } from "../../../shared/json/largeMaps.ts";
import type { Identity } from "../../ground/rights/identity.ts";

/** An identity in the form of reviews, without empty parts. */
export function userInfo(user: Identity): Record<string, unknown> {
  return {
    username: user.username,
    ...(user.uid ? { uid: user.uid } : {}),
    ...(user.groups.length > 0 ? { groups: [...user.groups] } : {}),
    ...(!isEmptyMap(user.extra) ? { extra: user.extra } : {}),
  };
}
