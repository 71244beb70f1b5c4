import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { Tooltip } from "./layers/Tooltip.tsx";
import "./Button.css";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: "plain" | "primary" | "danger" | "dangerSolid" | "quiet";
  icon?: IconName;
  /** Why the button is disabled. It stays focusable, so that keyboard users can read the reason. */
  refusal?: string | undefined;
  /** Whether the button's action is running: the button shows that, and cannot be pressed. */
  busy?: boolean;
  children?: ReactNode;
}

/** A push button. Without children, it shows only its icon and needs an `aria-label`, which is also its tooltip. */
export function Button(props: ButtonProps) {
  const { variant = "plain", icon, refusal, busy = false, children, className, onClick, ...rest } = props;
  const iconOnly = children === undefined || children === null;
  const classes = ["uiButton", variant === "plain" ? "" : variant, iconOnly ? "iconOnly" : "", className ?? ""];
  const button = (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled === true}
      aria-busy={busy || undefined}
      className={classes.filter((c) => c !== "").join(" ")}
      aria-disabled={refusal === undefined ? undefined : true}
      onClick={refusal === undefined ? onClick : (event) => event.preventDefault()}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {typeof children === "string" ? <span className="buttonText">{children}</span> : children}
      {busy ? <span className="spinner" aria-hidden="true" /> : null}
    </button>
  );
  const tip = refusal ?? (iconOnly ? rest["aria-label"] : undefined);
  return tip === undefined ? button : <Tooltip text={tip}>{button}</Tooltip>;
}
