import { useCallback } from "react";
import { useTranslation } from "react-i18next";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, withDay: boolean): Intl.DateTimeFormat {
  const key = `${language} ${withDay}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language, {
      timeStyle: "medium",
      // The clock in the top bar uses the same format.
      hourCycle: "h23",
      ...(withDay ? { dateStyle: "short" } : {}),
    });
    formats.set(key, format);
  }
  return format;
}

/** Returns a function that formats a moment as clock time, with the date if it is another day; a dash for 0. */
export function useClockTime(): (at: number) => string {
  const { language } = useTranslation().i18n;
  return useCallback(
    (at) => {
      if (at === 0) return "–";
      const isToday = new Date(at).toDateString() === new Date().toDateString();
      return formatOf(language, !isToday).format(at);
    },
    [language],
  );
}
