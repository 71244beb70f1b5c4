import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/Badge.tsx";
import { Section } from "../../ui/Section.tsx";
import type { ContainerFacts } from "./podFacts.ts";

function Lines({ name, values }: { name: string; values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <div className="property">
      <dt>{name}</dt>
      <dd>
        {values.map((value) => (
          <div key={value}>{value}</div>
        ))}
      </dd>
    </div>
  );
}

/** Containers with their states, restarts, probes, resources and mounts. */
export function Containers({ containers }: { containers: readonly ContainerFacts[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t("kinds.containers")} count={containers.length}>
      <ul className="cards" data-testid="containers">
        {containers.map((c) => (
          <li key={`${c.kind}/${c.name}`} className="card">
            <div className="cardHead">
              <strong>{c.name}</strong>
              {c.kind === "main" ? null : <Badge>{t(`kinds.${c.kind}`)}</Badge>}
              {c.state === "" ? null : (
                <Badge tone={c.tone} dot>
                  {c.state}
                </Badge>
              )}
              {c.ready === undefined || c.state !== "Running" ? null : (
                <span className={c.ready ? "muted" : "warnText"}>{t(c.ready ? "kinds.ready" : "kinds.notReady")}</span>
              )}
              <span className="spacer" />
              {c.restarts === 0 ? null : <span className="warnText">{t("kinds.restarts", { count: c.restarts })}</span>}
            </div>
            <dl>
              <Lines name={t("kinds.image")} values={[c.image]} />
              <Lines name={t("kinds.detail")} values={c.detail === "" ? [] : [c.detail]} />
              <Lines name={t("kinds.lastEnd")} values={c.lastEnd === "" ? [] : [c.lastEnd]} />
              <Lines name={t("kinds.ports")} values={c.ports} />
              <Lines name={t("kinds.resources")} values={c.resources} />
              <Lines name={t("kinds.probes")} values={c.probes.map((probe) => `${probe.name}: ${probe.text}`)} />
              <Lines name={t("kinds.mounts")} values={c.mounts} />
            </dl>
          </li>
        ))}
      </ul>
    </Section>
  );
}
