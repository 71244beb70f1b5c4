import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import "./Tabs.css";

export interface TabSpec {
  id: string;
  label: string;
  content: ReactNode;
}

/**
 * Controlled tabs, so that the tab can be part of the URL. If the address names a tab that does not exist, the first
 * one is shown. Only the current one is mounted. Arrow keys only move the focus: if focusing opened a tab, a click
 * would open it twice and leave two history entries.
 */
export function Tabs(props: { tabs: TabSpec[]; current: string; onChange(id: string): void; label: string }) {
  const current = props.tabs.find(({ id }) => id === props.current) ?? props.tabs[0];
  return (
    <Radix.Root className="tabs" value={current?.id ?? ""} onValueChange={props.onChange} activationMode="manual">
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
