import { type ReactNode, useMemo } from "react";
import type { ApiObject } from "../../shared/object.ts";
import { hideSecrets } from "../../shared/secrets/hideSecrets.ts";
import { RevealBar } from "./RevealBar.tsx";
import { useReveal } from "./useReveal.ts";

export interface ConcealedProps {
  object: ApiObject;
  /** Renders the visible part of the object. */
  children(shown: ApiObject): ReactNode;
}

/** Hides the confidential values of an object until the user reveals them. Other objects are unchanged. */
export function Concealed({ object, children }: ConcealedProps) {
  const hidden = useMemo(() => hideSecrets(object), [object]);
  const [revealed, toggle] = useReveal(object.metadata.uid);
  if (hidden === object) return children(object);
  return (
    <>
      <RevealBar revealed={revealed} onToggle={toggle} />
      {children(revealed ? object : hidden)}
    </>
  );
}
