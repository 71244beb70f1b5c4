import { DropdownMenu as Radix } from "radix-ui";
import { useTranslation } from "react-i18next";
import { Icon } from "../ui/Icon.tsx";
import { WRITE_WAYS, type WriteWay } from "./writeWays.ts";
import "./WayMenu.css";

/** A menu with the ways of writing, each with an explanation. */
export function WayMenu({ way, onWay }: { way: WriteWay; onWay(way: WriteWay): void }) {
  const { t } = useTranslation();
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <button
          type="button"
          className="uiButton primary iconOnly"
          aria-label={t("write.ways")}
          data-tip={t("write.ways")}
          data-testid="ways"
        >
          <Icon name="chevronDown" />
        </button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="popover wayMenu" align="end" sideOffset={6} collisionPadding={8}>
          <Radix.RadioGroup value={way} onValueChange={(next) => onWay(next as WriteWay)}>
            {WRITE_WAYS.map((each) => (
              <Radix.RadioItem key={each} value={each} className="menuItem wayItem" data-testid={`way-${each}`}>
                <span className="menuCheck">{each === way ? <Icon name="check" /> : null}</span>
                <span>
                  <strong>{t(`write.${each}`)}</strong>
                  <span className="wayText">{t(`write.${each}Text`)}</span>
                </span>
              </Radix.RadioItem>
            ))}
          </Radix.RadioGroup>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
