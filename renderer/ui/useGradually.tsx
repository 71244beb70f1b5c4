import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";

/** Number of items that a view shows initially, and adds with each press of the button. */
const STEP = 100;

/**
 * The number of items of a long list to show, because a page with thousands of rows takes seconds to render.
 * @param first initial number
 * @param step number of items added by each press of the button
 * @returns the number, and the button that shows more; the button is null once all are shown
 */
export function useGradualCount(
  total: number,
  first = STEP,
  step = STEP,
): { readonly count: number; readonly more: ReactNode } {
  const { t } = useTranslation();
  const [count, setCount] = useState(first);
  const left = total - count;
  if (left <= 0) return { count: total, more: null };
  const more = (
    <Button variant="quiet" onClick={() => setCount(count + step)} data-testid="show-more">
      {t("app.more", { count: Math.min(left, step) })}
    </Button>
  );
  return { count, more };
}

/** The first items of a long list, and the button that shows more. See {@link useGradualCount}. */
export function useGradually<T>(
  items: readonly T[],
  first?: number,
  step?: number,
): { readonly shown: readonly T[]; readonly more: ReactNode } {
  const { count, more } = useGradualCount(items.length, first, step);
  return { shown: items.slice(0, count), more };
}
