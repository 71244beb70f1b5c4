import "./Switch.css";

export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
  testId?: string;
}

/** An on/off switch that takes effect immediately. */
export function Switch({ label, checked, onChange, testId }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      aria-label={label}
      aria-checked={checked}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      data-testid={testId}
    />
  );
}
