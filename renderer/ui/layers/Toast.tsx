import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import { Dot, type Tone } from "../Badge.tsx";
import { Icon } from "../Icon.tsx";
import "./Toast.css";

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
const KEPT = 4;

export function ToastProvider({ children, closeLabel }: { children: ReactNode; closeLabel: string }) {
  const [toasts, setToasts] = useState<ToastEntry[]>([]);
  const next = useRef(0);
  const close = useCallback((id: number) => setToasts((list) => list.filter((entry) => entry.id !== id)), []);
  const show = useCallback<ShowToast>(
    (text, tone = "good", more) => {
      next.current += 1;
      const id = next.current;
      setToasts((list) => [...list.slice(1 - KEPT), { id, tone, text, more }]);
      if (tone !== "bad") setTimeout(() => close(id), VISIBLE_MS);
    },
    [close],
  );
  const body = useMemo(() => children, [children]);
  return (
    <ToastContext value={show}>
      {body}
      <div className="toasts" aria-live="polite" data-testid="toasts">
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
