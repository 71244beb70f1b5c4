import { useTranslation } from "react-i18next";
import { type ResourceType, typeKey } from "../../api/resourceType.ts";
import { Button } from "../../ui/Button.tsx";
import { favourites, useFavourites } from "./favourites.ts";

/** A button that adds the kind of a list to the favourites at the top of the sidebar, or removes it. */
export function FavouriteButton({ type }: { type: ResourceType }) {
  const { t } = useTranslation();
  const key = typeKey(type);
  const on = useFavourites().includes(key);
  return (
    <Button
      variant="quiet"
      icon={on ? "starFull" : "star"}
      aria-pressed={on}
      aria-label={t(on ? "browse.unfavour" : "browse.favour", { kind: type.kind })}
      onClick={() => favourites.toggle(key)}
      data-testid="favourite"
    />
  );
}
