/** The lists to which rows are added. */
const TABLE = /\/clusters\/[^/]+\/api\/v1\/(nodes|pods)(\?|$)/;
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
  await page.route(TABLE, async (route) => {
    const answer = await route.fetch();
    const table = await answer.json();
    const [, resource] = TABLE.exec(route.request().url());
    // The additional rows are added to the last page of a list.
    if (table.rows?.[0] !== undefined && !table.metadata.continue) {
      if (crowd[resource].length === 0) {
        const column = (name) => table.columnDefinitions.findIndex((each) => each.name === name);
        const size = resource === "nodes" ? nodes : pods;
        crowd[resource] = Array.from({ length: size }, (_, i) => copyOf(table.rows[0], `crowd-${i}`));
        if (resource === "pods") {
          crowd.status = column("Status");
          for (const [i, row] of crowd.pods.entries()) {
            row.cells[column("Node")] = `crowd-${i % nodes}`;
            row.cells[crowd.status] = STATUSES[i % 50 === 0 ? 2 : 0];
          }
        }
      }
      table.rows = table.rows.concat(crowd[resource]);
    }
    await route.fulfill({ response: answer, json: table });
  });
  await page.routeWebSocket(/\/api\/v1\/pods\?/, (socket) => {
    socket.connectToServer();
    watch = socket;
  });
  let turn = 0;
  return {
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
