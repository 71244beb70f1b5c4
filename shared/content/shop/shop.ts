import type { Manifest } from "../../manifests/manifest.ts";
import type { Vocabulary } from "../../vocabulary.ts";
import type { Content } from "../content.ts";
import { configuration } from "./configuration.ts";
import { network } from "./network.ts";
import { people } from "./people.ts";
import { workloads } from "./workloads.ts";

/** The namespace of all objects. */
export const NAMESPACE = "shop";

/** A realistic application: a web shop of eight workloads with everything around it. */
export function shop(vocabulary: Vocabulary): Content {
  const namespace: Manifest = {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: NAMESPACE, labels: { [vocabulary.render("app.{labelDomain}/part-of")]: "shop" } },
  };
  const inside = [...configuration(), ...people(vocabulary), ...network(vocabulary), ...workloads(vocabulary)].map(
    inNamespace,
  );
  const objects = [namespace, ...inside];
  return {
    id: "shop",
    title: { en: "Shop", de: "Webshop" },
    summary: {
      en: "A web shop of eight workloads, with services, an ingress, config, secrets, a database, autoscaling, policies, and rights for three people.",
      de: "Ein Webshop aus acht Workloads, mit Services, einem Ingress, Konfiguration, Secrets, einer Datenbank, Skalierung, Policies und Rechten für drei Personen.",
    },
    nodes: 3,
    count: objects.length,
    objects: () => objects,
  };
}

const inNamespace = (manifest: Manifest): Manifest => ({
  ...manifest,
  metadata: { ...manifest.metadata, namespace: NAMESPACE },
});
