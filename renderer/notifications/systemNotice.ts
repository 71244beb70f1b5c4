/** Notifications of the system, by way of the browser. */

/** `unsupported` where the browser has none. */
export const noticePermission = (): NotificationPermission | "unsupported" =>
  typeof Notification === "undefined" ? "unsupported" : Notification.permission;

interface Notice {
  title: string;
  text: string;
  /** A later one with the same tag takes its place. */
  tag: string;
  onClick(): void;
}

/** Whether nobody looks at this window. */
const isAway = (): boolean => document.hidden || !document.hasFocus();

/** Shows a notification where that is permitted and nobody looks at the window. Never asks. @returns whether it was shown */
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
