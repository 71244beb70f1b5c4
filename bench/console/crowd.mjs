/** The lists to which rows are added. */
const TABLE = /\/clusters\/[^/]+\/api\/v1\/(nodes|pods)(\?|$)/;
const CONTINUES = /^crowd-(\d+)$/;
const STATUSES = ["Running", "Pending", "CrashLoopBackOff", "Completed"];
const TICK_MS = 50;

/**
 * Adds nodes and pods to the lists that the page reads, by modifying the server's answers, and adds changes of these
 * pods to its watch. This simulates a cluster of any size, without a server of that size on the same machine. The rows
 * are copies of the server's own rows, of which there must be at least one.
 */
export async function addCrowd({ page }, { nodes, pods }) {
  const crowd = { nodes: [], pods: [] };
  let watch;
  let open;
  /** Resolves when the page has read all pods and watches them. */
  const watched = new Promise((resolve) => {
    open = resolve;
  });
  /** Makes the additional rows of a list from the server's first row. */
  const gather = (resource, table) => {
    const column = (name) => table.columnDefinitions.findIndex((each) => each.name === name);
    const size = resource === "nodes" ? nodes : pods;
    crowd[resource] = Array.from({ length: size }, (_, i) => copyOf(table.rows[0], `crowd-${i}`));
    if (resource === "nodes") return;
    crowd.status = column("Status");
    for (const [i, row] of crowd.pods.entries()) {
      row.cells[column("Node")] = `crowd-${i % nodes}`;
      row.cells[crowd.status] = STATUSES[i % 50 === 0 ? 2 : 0];
    }
  };
  /** The last page of each list as the server sent it, without rows: further pages continue it. */
  const heads = {};
  await page.route(TABLE, async (route) => {
    const address = new URL(route.request().url());
    const [, resource] = TABLE.exec(address.href);
    const limit = Number(address.searchParams.get("limit") || Number.POSITIVE_INFINITY);
    const token = CONTINUES.exec(address.searchParams.get("continue") ?? "");
    if (token !== null) {
      await route.fulfill({ json: pageOf(Number(token[1]), limit) });
      return;
    }
    const answer = await route.fetch();
    const table = await answer.json();
    // The additional rows follow the last page of a list.
    if (table.rows?.[0] === undefined || table.metadata.continue) {
      await route.fulfill({ response: answer, json: table });
      return;
    }
    if (crowd[resource].length === 0) gather(resource, table);
    heads[resource] = { ...table, rows: [] };
    const { metadata, rows } = pageOf(0, Math.max(0, limit - table.rows.length));
    await route.fulfill({ response: answer, json: { ...table, metadata, rows: table.rows.concat(rows) } });

    /** Up to `most` additional rows from `first` on. */
    function pageOf(first, most) {
      const { metadata, ...head } = heads[resource];
      const all = crowd[resource];
      const next = Math.min(all.length, first + most);
      const rest = all.length - next;
      const more = rest === 0 ? {} : { continue: `crowd-${next}`, remainingItemCount: rest };
      return { ...head, metadata: { ...metadata, ...more }, rows: all.slice(first, next) };
    }
  });
  await page.routeWebSocket(/\/api\/v1\/pods\?/, (socket) => {
    socket.connectToServer();
    watch = socket;
    open();
  });
  let turn = 0;
  return {
    watched,
    /** Changes `perSecond` of the added pods per second, until the returned function is called. */
    change(perSecond) {
      const timer = setInterval(() => {
        for (let i = 0; i < (perSecond * TICK_MS) / 1000; i++) {
          const row = crowd.pods[(turn * 7919) % pods];
          row.cells[crowd.status] = STATUSES[turn++ % STATUSES.length];
          const head = { kind: "Table", apiVersion: "meta.k8s.io/v1", metadata: {}, columnDefinitions: null };
          watch.send(JSON.stringify({ type: "MODIFIED", object: { ...head, rows: [row] } }));
        }
      }, TICK_MS);
      return () => clearInterval(timer);
    },
    async remove() {
      await page.unrouteAll();
    },
  };
}

function copyOf({ cells, object }, name) {
  const metadata = { ...object.metadata, name, uid: `${name}-of-${object.metadata.uid}` };
  return { cells: [name, ...cells.slice(1)], object: { ...object, metadata } };
}
