import { useTranslation } from "react-i18next";
import { Fold } from "../../../ui/Fold.tsx";
import { useGradually } from "../../../ui/useGradually.tsx";
import { isFields } from "../read.ts";

function Scalar({ value }: { value: unknown }) {
  if (value === null || value === "") return <span className="faint">{value === null ? "null" : '""'}</span>;
  return <span className="treeValue">{String(value)}</span>;
}

const entriesOf = (value: unknown): [string, unknown][] =>
  Array.isArray(value)
    ? value.map((item, i): [string, unknown] => [String(i), item])
    : isFields(value)
      ? Object.entries(value)
      : [];

/** Any value as a tree: scalars on one line; other values can be expanded. */
export function ValueTree({ value, depth = 0 }: { value: unknown; depth?: number }) {
  const { t } = useTranslation();
  const { shown, more } = useGradually(entriesOf(value));
  return (
    <ul className="tree">
      {shown.map(([name, inner]) => {
        const below = entriesOf(inner);
        const label = <span className="treeName">{Array.isArray(value) ? `[${name}]` : name}</span>;
        if (typeof inner !== "object" || inner === null) {
          return (
            <li key={name}>
              {label} <Scalar value={inner} />
            </li>
          );
        }
        return (
          <li key={name}>
            {below.length === 0 ? (
              <>
                {label} <span className="faint">{Array.isArray(inner) ? "[]" : "{}"}</span>
              </>
            ) : (
              <Fold
                summary={
                  <>
                    {label}{" "}
                    <span className="faint">
                      {t(Array.isArray(inner) ? "object.items" : "object.fields", { count: below.length })}
                    </span>
                  </>
                }
                open={depth < 1 && below.length <= 8}
              >
                <ValueTree value={inner} depth={depth + 1} />
              </Fold>
            )}
          </li>
        );
      })}
      {more === null ? null : <li>{more}</li>}
    </ul>
  );
}
