import type { ReactNode } from "react";
import "./SettingRow.css";

export interface SettingRowProps {
  /** Where a link leads to. */
  anchor: string;
  title: string;
  about: string;
  /** Links lead here now. */
  isAimedAt?: boolean;
  children: ReactNode;
}

/** What a setting is called and does, and beside it how it is set. */
export function SettingRow({ anchor, title, about, isAimedAt = false, children }: SettingRowProps) {
  return (
    <div className={isAimedAt ? "settingRow aimedAt" : "settingRow"} id={anchor} data-testid={`row-${anchor}`}>
      <div className="settingText">
        <h3>{title}</h3>
        <p className="muted">{about}</p>
      </div>
      <div className="settingControl">{children}</div>
    </div>
  );
}
