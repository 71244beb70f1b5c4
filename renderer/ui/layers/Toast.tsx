import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { Dot, type Tone } from "../Badge.tsx";
import { Icon } from "../Icon.tsx";
import "./Toast.css";
import { isPassing, withToast } from "./toastList.ts";
import { isInUse, useToastPlace } from "./useToastPlace.ts";

interface ToastEntry {
  id: number;
  tone: Tone;
  text: string;
  more?: ReactNode;
}

type ShowToast = (text: string, tone?: Tone, more?: ReactNode) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/**
 * Shows a short message at the edge of the window. Success messages disappear automatically; errors stay until the user
 * closes them.
 */
export const useToast = (): ShowToast => useContext(ToastContext);

const VISIBLE_MS = 5_000;
/** Time after which a toast closes that was in use when its time was over. */
const AGAIN_MS = 1_000;

export function ToastProvider({ children, closeLabel }: { children: ReactNode; closeLabel: string }) {
  const [toasts, setToasts] = useState<readonly ToastEntry[]>([]);
  const next = useRef(0);
  const list = useRef<HTMLDivElement>(null);
  useToastPlace(list, toasts.length);
  const close = useCallback((id: number) => setToasts((all) => all.filter((entry) => entry.id !== id)), []);
  const closeUnused = useCallback(
    (id: number): void => {
      // Nothing disappears under the pointer, or with the focus.
      if (list.current !== null && isInUse(list.current)) setTimeout(() => closeUnused(id), AGAIN_MS);
      else close(id);
    },
    [close],
  );
  const show = useCallback<ShowToast>(
    (text, tone = "good", more) => {
      next.current += 1;
      const id = next.current;
      const added = { id, tone, text, more };
      setToasts((all) => withToast(all, added));
      if (isPassing(added)) setTimeout(() => closeUnused(id), VISIBLE_MS);
    },
    [closeUnused],
  );
  const body = useMemo(() => children, [children]);
  return (
    <ToastContext value={show}>
      {body}
      <div ref={list} className="toasts" aria-live="polite" data-testid="toasts">
        {toasts.map((entry) => (
          <div key={entry.id} className="toast" role={entry.tone === "bad" ? "alert" : "status"}>
            <Dot tone={entry.tone} />
            <span className="toastText">
              {entry.text} {entry.more}
            </span>
            <button
              type="button"
              className="uiButton quiet iconOnly"
              aria-label={closeLabel}
              onClick={() => close(entry.id)}
            >
              <Icon name="close" />
            </button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
