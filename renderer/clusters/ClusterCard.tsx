import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Cluster } from "../api/host.ts";
import { clusterUrl } from "../app/urls.ts";
import { Badge, type Tone } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { useToast } from "../ui/Toast.tsx";

const TONES: Record<Cluster["state"], Tone> = { running: "good", stopped: "neutral", failed: "bad" };

function CopyLine({ name, value, label }: { name: string; value: string; label: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  if (value === "") return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      toast(t("app.copied"));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
    }
  };
  return (
    <div className="copyLine">
      <dt>{name}</dt>
      <dd>
        <span className="mono" title={value}>
          {value}
        </span>
        <Button variant="quiet" icon="copy" aria-label={label} onClick={() => void copy()} />
      </dd>
    </div>
  );
}

/** One cluster: what it is, how it does, where it listens, and the way in. */
export function ClusterCard({ cluster }: { cluster: Cluster }) {
  const { t } = useTranslation();
  return (
    <article
      className="clusterCard"
      style={{ "--cluster": cluster.colour } as React.CSSProperties}
      data-testid={`cluster-${cluster.id}`}
    >
      <div className="clusterCardHead">
        <span className="clusterMark" aria-hidden="true" />
        <h2>
          <Link to={clusterUrl(cluster.id)}>{cluster.name}</Link>
        </h2>
        <span className="faint">{t(`clusters.${cluster.kind}`)}</span>
        <span className="spacer" />
        <Badge tone={TONES[cluster.state]} dot>
          {t(`clusters.${cluster.state}`)}
        </Badge>
      </div>
      <dl>
        <CopyLine name={t("clusters.apiServer")} value={cluster.apiServer} label={t("clusters.copyAddress")} />
        <CopyLine name={t("clusters.kubeconfig")} value={cluster.kubeconfig} label={t("clusters.copyKubeconfig")} />
      </dl>
    </article>
  );
}
