import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { shownText } from "../../../../shared/text/shownText.ts";
import { useClusterScope } from "../../../app/clusterContext.ts";
import { listUrl, objectUrl } from "../../../app/urls.ts";
import { useClusterNow } from "../../../sandbox/useSimulation.ts";
import { Age } from "../../../ui/age/Age.tsx";
import { formatAge, formatTime } from "../../../ui/age/formatAge.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Property, Section } from "../../../ui/Section.tsx";
import type { Fact, FactRows, FactValue, Reference } from "../facts/kindFacts.ts";
import { useFieldLabel } from "../facts/useSay.ts";
import { FactTable } from "./FactTable.tsx";

/** Milliseconds between two updates of facts that depend on the time. */
export const REFRESH_INTERVAL = 10_000;

const PODS = { group: "", version: "v1", resource: "pods" };

/** Facts as properties inside a `dl`; omits facts without values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const labelOf = useFieldLabel();
  return facts
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => (
      <Property key={name} name={labelOf(name)}>
        {values.map((value, i) => (
          <Fragment key={value.text}>
            {i === 0 ? null : ", "}
            <Value value={value} />
          </Fragment>
        ))}
      </Property>
    ));
}

/** Facts under a title; renders nothing if none has a value. */
export function FactsSection({ title, facts, testId }: { title: string; facts: readonly Fact[]; testId?: string }) {
  if (facts.every(({ values }) => values.length === 0)) return null;
  return (
    <Section title={title}>
      <dl data-testid={testId}>
        <Facts facts={facts} />
      </dl>
    </Section>
  );
}

/** A table of facts with its name; renders nothing without rows. */
export function Rows({ table: { name, head, rows } }: { readonly table: FactRows }) {
  const labelOf = useFieldLabel();
  if (rows.length === 0) return null;
  return (
    <Section title={labelOf(name)} count={rows.length}>
      <FactTable
        label={labelOf(name)}
        head={head.map(labelOf)}
        rows={rows.map((cells, at) => ({
          // Rows may be equal, but their order never changes.
          key: `${at} ${cells[0]?.text ?? ""}`,
          cells: cells.map((value, i) => <Value key={head[i]} value={value} />),
        }))}
      />
    </Section>
  );
}

/** One value: a link to an object or to pods, a time, a state, or text. */
export function Value({ value }: { readonly value: FactValue }) {
  const { to, pods, time, due, tone } = value;
  const text = shownText(value.text);
  const { cluster } = useClusterScope();
  const url = useObjectUrl(to);
  if (url !== undefined) return <Link to={url}>{text}</Link>;
  if (time !== undefined) return <Ago time={time} />;
  if (due !== undefined) return <Due due={due} tone={tone} />;
  if (pods !== undefined) {
    const query = pods.labels === "" ? "" : `&${new URLSearchParams({ labels: pods.labels })}`;
    return <Link to={`${listUrl(cluster.id, PODS, pods.namespace)}${query}`}>{text}</Link>;
  }
  if (tone === undefined) return text === "" ? "–" : text;
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
}

/** A past moment as the time passed since then. */
function Ago({ time }: { readonly time: string }) {
  const { t } = useTranslation();
  const [before = "", after = ""] = t("kinds.ago", { age: "\u0000" }).split("\u0000");
  return (
    <>
      {before}
      <Age since={Date.parse(time) || 0} />
      {after}
    </>
  );
}

/** A future moment as the remaining time, with the date and time itself, which users need for planning. */
function Due({ due, tone }: { readonly due: number; readonly tone: FactValue["tone"] }) {
  const { t, i18n } = useTranslation();
  const now = useClusterNow();
  const text =
    due > now ? t("kinds.dueIn", { age: formatAge(due - now) }) : t("kinds.ago", { age: formatAge(now - due) });
  return (
    <>
      {tone === undefined ? text : <Badge tone={tone}>{text}</Badge>}{" "}
      <time className="muted" dateTime={new Date(due).toISOString()}>
        {formatTime(due, i18n.language)}
      </time>
    </>
  );
}

/** The page of an object that a fact refers to; undefined if discovery does not contain its kind. */
function useObjectUrl(to: Reference | undefined): string | undefined {
  const { cluster, types } = useClusterScope();
  if (to === undefined || to.name === "") return undefined;
  const type = types.find(
    ({ group, resource, kind, preferred }) =>
      preferred &&
      (to.group === undefined || group === to.group) &&
      (to.resource === undefined ? kind === to.kind : resource === to.resource),
  );
  return type && objectUrl(cluster.id, type, { namespace: type.namespaced ? to.namespace : "", name: to.name });
}
