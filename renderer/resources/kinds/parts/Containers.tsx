import { useTranslation } from "react-i18next";
import { shownText } from "../../../../shared/text/shownText.ts";
import { Age } from "../../../ui/age/Age.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { Property, Section } from "../../../ui/Section.tsx";
import { useGradually } from "../../../ui/useGradually.tsx";
import type { ContainerFacts, LastEnd } from "../facts/podFacts.ts";
import { Value } from "./FactView.tsx";

/** Number of variables that are shown initially. */
const SHOWN = 6;

function Lines({ name, values }: { name: string; values: readonly string[] }) {
  const shown = values.filter((value) => value !== "");
  if (shown.length === 0) return null;
  return (
    <Property name={name}>
      {shown.map((value) => (
        <div key={value}>{shownText(value)}</div>
      ))}
    </Property>
  );
}

/** The variables of a container, with links to the sources of their values. */
function Environment({ env }: { readonly env: ContainerFacts["env"] }) {
  const { t } = useTranslation();
  const { shown, more } = useGradually(env, SHOWN);
  if (env.length === 0) return null;
  return (
    <Property name={t("kinds.environment")}>
      {shown.map(({ name, value }) => (
        <div key={`${name} ${value.text}`} className="variable">
          <span className="mono">{shownText(name)}</span> <span className="faint">=</span> <Value value={value} />
        </div>
      ))}
      {more}
    </Property>
  );
}

function Head({ container: c }: { readonly container: ContainerFacts }) {
  const { t } = useTranslation();
  return (
    <div className="cardHead">
      <strong>{c.name}</strong>
      {c.kind === "main" ? null : <Badge>{t(`kinds.${c.kind}`)}</Badge>}
      {c.state === "" ? null : (
        <Badge tone={c.tone} dot>
          {c.state}
        </Badge>
      )}
      {c.since === "" ? null : (
        <span className="faint">
          <Age since={Date.parse(c.since) || 0} />
        </span>
      )}
      {c.ready === undefined || c.state !== "Running" ? null : (
        <span className={c.ready ? "muted" : "warnText"}>{t(c.ready ? "kinds.ready" : "kinds.notReady")}</span>
      )}
      <span className="spacer" />
      {c.restarts === 0 ? null : <span className="warnText">{t("kinds.restarts", { count: c.restarts })}</span>}
    </div>
  );
}

function Ended({ end: { reason, exitCode, message, finished } }: { end: LastEnd }) {
  const { t } = useTranslation();
  const how = [reason, exitCode === "" ? "" : t("kinds.exitCode", { code: exitCode })].filter((part) => part !== "");
  return (
    <>
      {how.join(", ")}
      {finished === "" ? null : (
        <>
          {" "}
          <span className="faint">·</span> <Age since={Date.parse(finished) || 0} />
        </>
      )}
      {message === "" ? null : <p className="muted">{shownText(message)}</p>}
    </>
  );
}

/** Containers with their states, restarts, probes, resources, variables and mounts. */
export function Containers({ containers }: { containers: readonly ContainerFacts[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t("kinds.containers")} count={containers.length}>
      <ul className="cards" data-testid="containers">
        {containers.map((c) => (
          <li key={`${c.kind}/${c.name}`} className="card">
            <Head container={c} />
            <dl>
              <Property name={t("kinds.image")}>
                {shownText(c.image)} {c.imageId === "" ? null : <span className="faint mono">{c.imageId}</span>}
              </Property>
              <Lines name={t("kinds.detail")} values={[c.detail]} />
              {c.lastEnd === undefined ? null : (
                <Property name={t("kinds.lastEnd")}>
                  <Ended end={c.lastEnd} />
                </Property>
              )}
              <Lines name={t("kinds.command")} values={[c.command]} />
              <Lines name={t("kinds.ports")} values={c.ports} />
              <Lines name={t("kinds.resources")} values={c.resources} />
              <Lines name={t("kinds.probes")} values={c.probes.map((probe) => `${probe.name}: ${probe.text}`)} />
              <Lines name={t("kinds.hooks")} values={c.hooks} />
              <Environment env={c.env} />
              <Lines name={t("kinds.mounts")} values={c.mounts} />
              <Lines name={t("kinds.security")} values={c.security} />
            </dl>
          </li>
        ))}
      </ul>
    </Section>
  );
}
