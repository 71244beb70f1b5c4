import { useEffect, useRef, useState } from "react";

/** Milliseconds after the last keystroke until the address is updated, because typing must not wait for the router. */
const REST = 200;

/**
 * The text of a field, mirrored in the address. A change of the address from outside (Back, a link) takes precedence.
 *
 * @param inUrl the text in the address, as the view renders it
 */
export function useAddressText(inUrl: string, setUrl: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(inUrl);
  const rendered = useRef(inUrl);
  /** The texts that this field has written and the view has not rendered yet, oldest first. */
  const written = useRef<string[]>([]);
  // Views render often, each time with a new function, which must not delay the update of the address.
  const write = useRef(setUrl);
  write.current = setUrl;
  useEffect(() => {
    if (inUrl === rendered.current) return;
    rendered.current = inUrl;
    const own = written.current.lastIndexOf(inUrl);
    // The user may have typed more since this field wrote the text.
    if (own >= 0) written.current.splice(0, own + 1);
    else {
      written.current = [];
      setText(inUrl);
    }
  }, [inUrl]);
  useEffect(() => {
    if (text === (written.current.at(-1) ?? rendered.current)) return;
    const timer = setTimeout(() => {
      written.current.push(text);
      write.current(text);
    }, REST);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}
