import type { Session } from "electron";
import { isOwn } from "./navigation.ts";

/**
 * Lets the console's own pages show notifications; nothing else, and nobody else, gets any permission.
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
