import { useEffect, useRef, useState } from "react";

/** Typing must not wait for the router: the address follows when the typing rests. */
const REST = 200;

/**
 * The text of the filter, mirrored into the address. A change of the address from outside (Back, a link) wins.
 *
 * @param inUrl the text that the address holds
 */
export function useFilterText(inUrl: string, setUrl: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(inUrl);
  const written = useRef(inUrl);
  useEffect(() => {
    if (inUrl === written.current) return;
    written.current = inUrl;
    setText(inUrl);
  }, [inUrl]);
  useEffect(() => {
    if (text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      setUrl(text);
    }, REST);
    return () => clearTimeout(timer);
  }, [text, setUrl]);
  return [text, setText];
}
