import { createContext, type ReactNode, useContext, useEffect } from "react";

/** A frame around views that keeps them while they hold input, also when it would replace them otherwise. */
export interface InputFrame {
  /** Keeps the views until the returned function is called. */
  hold(): () => void;
  /** What is wrong with what the views show, and what to do next; dialogs show it, because they cover the frame. */
  readonly notice: ReactNode;
}

export const InputFrameContext = createContext<InputFrame | undefined>(undefined);

/**
 * Keeps the view in which it is called from being replaced.
 *
 * @param isHeld whether there is input that the user has neither sent nor discarded
 * @returns the notice of the frame, if any
 */
export function useHeldInput(isHeld: boolean): ReactNode {
  const frame = useContext(InputFrameContext);
  const hold = frame?.hold;
  useEffect(() => (isHeld ? hold?.() : undefined), [isHeld, hold]);
  return frame?.notice;
}
