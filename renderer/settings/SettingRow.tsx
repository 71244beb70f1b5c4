import type { ReactNode } from "react";
import "./SettingRow.css";

export interface SettingRowProps {
  /** The anchor for links. */
  anchor: string;
  title: string;
  about: string;
  /** Whether the address points to this row. */
  isAimedAt?: boolean;
  children: ReactNode;
}

/** The title and description of a setting, with its control. */
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
