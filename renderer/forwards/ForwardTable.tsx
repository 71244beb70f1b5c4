import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Forward } from "../../shared/console/forward.ts";
import { objectUrl } from "../app/urls.ts";
import { FactTable } from "../resources/kinds/parts/FactTable.tsx";
import { Button } from "../ui/Button.tsx";
import { useCopy } from "../ui/useCopy.ts";
import { addressOf } from "./forwardApi.ts";

/** The forwarded ports: the local address as a link, the target, and the state. */
export function ForwardTable({ forwards, onStop }: { forwards: readonly Forward[]; onStop(id: string): void }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <FactTable
      label={t("forwards.open")}
      head={[
        t("forwards.address"),
        t("forwards.leadsTo"),
        t("forwards.openedFor"),
        t("forwards.connections"),
        t("forwards.state"),
        "",
      ]}
      rows={forwards.map((forward) => ({
        key: forward.id,
        cells: [
          <span key="address" className="forwardAddress" data-testid="forward">
            <a href={addressOf(forward)} target="_blank" rel="noreferrer" data-testid="forward-address">
              127.0.0.1:{forward.localPort}
            </a>
            <Button
              variant="quiet"
              icon="copy"
              aria-label={t("forwards.copy")}
              onClick={() => copy(addressOf(forward))}
            />
          </span>,
          <Link key="pod" to={objectUrl(forward.cluster, PODS, { namespace: forward.namespace, name: forward.pod })}>
            {forward.pod}:{forward.port}
          </Link>,
          <span key="target" className="muted">
            {forward.target}
          </span>,
          t("forwards.count", { open: forward.open, total: forward.total }),
          forward.trouble === "" ? (
            <span key="state" className="muted">
              {t("forwards.listens")}
            </span>
          ) : (
            <span key="state" className="forwardTrouble" data-testid="forward-trouble">
              {forward.trouble}
            </span>
          ),
          <Button key="stop" className="small" onClick={() => onStop(forward.id)} data-testid="forward-stop">
            {t("forwards.stop")}
          </Button>,
        ],
      }))}
    />
  );
}

const PODS = { group: "", version: "v1", resource: "pods" };
