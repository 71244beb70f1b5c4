import type { ComponentProps, ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import { Tooltip } from "./layers/Tooltip.tsx";
import "./Button.css";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: "plain" | "primary" | "danger" | "dangerSolid" | "quiet";
  icon?: IconName;
  /** Why the button is disabled. It stays focusable, so that keyboard users can read the reason. */
  refusal?: string | undefined;
  children?: ReactNode;
}

/** A push button. Without children it shows its icon only and needs an `aria-label`, which is its tooltip as well. */
export function Button({ variant = "plain", icon, refusal, children, className, onClick, ...rest }: ButtonProps) {
  const iconOnly = children === undefined || children === null;
  const classes = ["uiButton", variant === "plain" ? "" : variant, iconOnly ? "iconOnly" : "", className ?? ""];
  const button = (
    <button
      type="button"
      {...rest}
      className={classes.filter((c) => c !== "").join(" ")}
      aria-disabled={refusal === undefined ? undefined : true}
      onClick={refusal === undefined ? onClick : (event) => event.preventDefault()}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
  const tip = refusal ?? (iconOnly ? rest["aria-label"] : undefined);
  return tip === undefined ? button : <Tooltip text={tip}>{button}</Tooltip>;
}
