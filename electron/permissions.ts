import type { Session } from "electron";
import { isOwn } from "./navigation.ts";

/**
 * Grants the console's own pages the permission to show notifications. Refuses every other permission, and every other
 * page.
 *
 * @param origin of the console; undefined while there is none
 */
export function restrictPermissions(
  session: Pick<Session, "setPermissionRequestHandler" | "setPermissionCheckHandler">,
  origin: () => string | undefined,
): void {
  const isGranted = (permission: string, address: string): boolean => {
    const own = origin();
    return permission === "notifications" && own !== undefined && isOwn(address, own);
  };
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isGranted(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isGranted(permission, requestingOrigin),
  );
}
