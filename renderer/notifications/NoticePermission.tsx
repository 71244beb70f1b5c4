import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import "./NoticePermission.css";
import { noticePermission } from "./systemNotice.ts";

/**
 * Shows whether the browser allows notifications, with a button to ask for the permission. Asks only when the user
 * clicks it.
 */
export function NoticePermission() {
  const { t } = useTranslation();
  const [permission, setPermission] = useState(noticePermission);
  const ask = async (): Promise<void> => setPermission(await Notification.requestPermission());
  return (
    <p className="noticePermission muted" data-testid="notice-permission">
      {t(`notices.${permission}`)}{" "}
      {permission === "default" ? (
        <Button onClick={() => void ask()} data-testid="notice-ask">
          {t("notices.ask")}
        </Button>
      ) : null}
    </p>
  );
}
