/** System notifications through the browser. */

/** `unsupported` where the browser has no notifications. */
export const noticePermission = (): NotificationPermission | "unsupported" =>
  typeof Notification === "undefined" ? "unsupported" : Notification.permission;

interface Notice {
  title: string;
  text: string;
  /** A later notification with the same tag replaces it. */
  tag: string;
  onClick(): void;
}

/** Whether this window is hidden or has no focus. */
const isAway = (): boolean => document.hidden || !document.hasFocus();

/**
 * Shows a notification if it is permitted and the window is hidden or has no focus. Never asks for permission.
 *
 * @returns whether it was shown
 */
export function showNotice({ title, text, tag, onClick }: Notice): boolean {
  if (noticePermission() !== "granted" || !isAway()) return false;
  const notice = new Notification(title, { body: text, tag });
  notice.onclick = () => {
    notice.close();
    window.focus();
    onClick();
  };
  return true;
}
