import { useMemo } from "react";
import { type ChangeAddress, useAddress } from "../app/useAddress.ts";
import { useAddressText } from "../ui/forms/useAddressText.ts";
import { type AskedSubject, SUBJECT_KEYS, subjectFrom, subjectParams } from "./askedSubject.ts";

const textOf = (subject: AskedSubject): string => String(new URLSearchParams(subjectParams(subject)));

/**
 * The subject of a view, as the user chooses and types it; the address follows.
 *
 * @param subject the one in the address
 * @param edit changes further parameters of the address with the subject
 */
export function useAddressSubject(
  subject: AskedSubject,
  edit: Parameters<ChangeAddress>[0] = () => undefined,
): [typed: AskedSubject, set: (subject: AskedSubject) => void] {
  const [, change] = useAddress();
  const write = (text: string): void =>
    change((next) => {
      for (const key of SUBJECT_KEYS) next.delete(key);
      for (const [key, value] of new URLSearchParams(text)) next.append(key, value);
      edit(next);
    });
  const [text, setText] = useAddressText(textOf(subject), write);
  const typed = useMemo(() => subjectFrom(new URLSearchParams(text)), [text]);
  return [typed, (next) => setText(textOf(next))];
}
