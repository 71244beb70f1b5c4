import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import "./Tabs.css";

export interface TabSpec {
  id: string;
  label: string;
  content: ReactNode;
}

/**
 * Tabs under the caller's control, so that the tab can live in the URL. Only the current one is mounted. Arrows move the
 * focus alone: a tab that opened with it would be opened twice by a click, which leaves two entries in the history.
 */
export function Tabs(props: { tabs: TabSpec[]; current: string; onChange(id: string): void; label: string }) {
  return (
    <Radix.Root className="tabs" value={props.current} onValueChange={props.onChange} activationMode="manual">
      <Radix.List className="tabList" aria-label={props.label}>
        {props.tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className="tab" data-testid={`tab-${tab.id}`}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {props.tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="tabPanel" tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
