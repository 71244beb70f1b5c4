import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const scene = setScene();
const MINUTE = 60_000;

/** Runs a line and waits for its end. @returns its output */
async function say(line: string): Promise<string> {
  const { byId } = scene;
  const input = byId("command-input");
  const output = byId("command-output");
  const before = await output.locator("pre").count();
  await input.fill(line);
  await input.press("Enter");
  await expect.poll(() => output.locator("pre.commandTyped").last().textContent(), { timeout: MINUTE }).toBe(line);
  await expect.poll(() => byId("command-dock").getAttribute("data-running"), { timeout: MINUTE }).toBe("false");
  return (await output.locator("pre").allTextContents()).slice(before + 1).join("\n");
}

/** Runs lines in order; each output must match its pattern. */
async function conversation(...lines: readonly (readonly [string, RegExp])[]): Promise<void> {
  for (const [line, wanted] of lines) expect(await say(line), line).toMatch(wanted);
}

describe("Command line", () => {
  test("gets the keys that are typed right after its shortcut", async () => {
    const { page, byId, load } = scene;
    await load("core/v1/pods");
    const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const file = async () => (await loaded()).find((name) => /CommandDock.*\.js$/.test(name));
    await expect.poll(file).toBeDefined();
    // The browser runs a module once: this resolves when the page's own import has.
    await page.evaluate(`import(${JSON.stringify(await file())})`);
    await page.keyboard.press("Control+`");
    await page.keyboard.type("get pods");
    expect(await byId("command-input").inputValue()).toBe("get pods");
    await page.keyboard.press("Escape");
    await byId("command-dock").waitFor({ state: "detached" });
  });

  test("leaves the focus to the page when it is open after a reload", async () => {
    const { page, byId, go, load } = scene;
    await go("core/v1/pods");
    await page.keyboard.press("Control+`");
    await byId("command-input").waitFor();
    await load("core/v1/pods");
    await byId("command-input").waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    await page.keyboard.press("Control+`");
    await byId("command-dock").waitFor({ state: "detached" });
  });

  test("opens by key and by button and lists its commands", async () => {
    const { page, byId, go } = scene;
    await go("core/v1/pods");
    await page.keyboard.press("Control+`");
    await byId("command-input").waitFor();
    await page.keyboard.press("Escape");
    await byId("command-dock").waitFor({ state: "detached" });
    await byId("command-toggle").click();
    await byId("command-input").waitFor();
    await conversation(
      ["help rollout", /rollout undo +Goes back to an earlier revision/],
      ["get pods --help", /Lists objects, or shows some/],
      ["get wombats", /^error: the server doesn't have a resource type "wombats"$/],
      ["get pod nobody", /^Error from server \(NotFound\): pods "nobody" not found$/],
      ["get pods --nope", /^error: unknown flag: --nope$/],
      ["frobnicate", /^error: unknown command "frobnicate"/],
      ["get pods | wc -l", /no pipes/],
    );
  });

  test(
    "creates, changes and shows a workload with the output of the reference's client",
    async () => {
      const { page } = scene;
      await conversation(
        ["kubectl get pods", /^No resources found in default namespace\.$/],
        ["create deployment web --image=nginx:1.26 --replicas=3 --port=80", /^deployment\.apps\/web created$/],
        [
          "create deployment web --image=nginx",
          /^Error from server \(AlreadyExists\): deployments\.apps "web" already exists$/,
        ],
        ["rollout status deployment/web", /deployment "web" successfully rolled out$/],
        [
          "get deploy,rs",
          /^NAME +READY +UP-TO-DATE +AVAILABLE +AGE\ndeployment\.apps\/web +3\/3 [\s\S]*\n\nNAME +DESIRED[\s\S]*replicaset\.apps\/web-/,
        ],
        [
          "get pods -o wide --show-labels",
          /^NAME +READY +STATUS +RESTARTS +AGE +IP +NODE .*LABELS\nweb-[\s\S]+node-\d[\s\S]+app=web/,
        ],
        ["expose deployment web --port=80", /^service\/web created$/],
        ["set image deployment/web nginx=nginx:1.27", /^deployment\.apps\/web image updated$/],
        ["set env deployment/web MODE=fast LEVEL=3", /env updated$/],
        ["set env deployment/web --list", /MODE=fast\nLEVEL=3/],
        ["set resources deployment/web --requests=cpu=50m,memory=32Mi", /resource requirements updated$/],
        ["rollout status deploy web", /successfully rolled out$/],
        ["rollout history deploy web", /REVISION +CHANGE-CAUSE\n1 +<none>\n2/],
        ["rollout undo deploy/web --to-revision=1", /^deployment\.apps\/web rolled back$/],
        ["rollout status deploy web", /successfully rolled out$/],
        ["get deploy web -o yaml", /image: nginx:1\.26/],
        ["get deploy web -o name", /^deployment\.apps\/web$/],
        ["scale deploy web --replicas=1", /^deployment\.apps\/web scaled$/],
        [
          "autoscale deploy web --min=1 --max=4 --cpu-percent=80",
          /^horizontalpodautoscaler\.autoscaling\/web created$/,
        ],
        ["label deploy web tier=front", /^deployment\.apps\/web labeled$/],
        ["label deploy web tier=back", /^error: 'tier' already has a value \(front\), and --overwrite is false$/],
        ["label deploy web tier-", /unlabeled$/],
        [`patch deploy web -p '{"spec":{"paused":true}}'`, /^deployment\.apps\/web patched$/],
        ["rollout resume deploy/web", /resumed$/],
        ["wait deploy/web --for=condition=Available --timeout=20s", /condition met$/],
        [
          "describe deploy web",
          /Name: +web[\s\S]*Labels:\n {2}app=web[\s\S]*Replicas: 1[\s\S]*Events:\n[\s\S]*ScalingReplicaSet/,
        ],
        ["get all -l app=web", /pod\/web-[\s\S]*deployment\.apps\/web/],
        ["events --for deployment/web", /Scaled up replica set/],
      );
      await inspect(page, "command-dock", ["light", "dark"]);
    },
    4 * MINUTE,
  );

  longTest(
    "runs commands in pods, follows their logs, and stops them by key",
    async () => {
      const { page, byId } = scene;
      await conversation(
        ["run box --image=busybox -- sh -c 'while true; do echo tick; sleep 1; done'", /^pod\/box created$/],
        ["wait pod/box --for=condition=Ready", /^pod\/box condition met$/],
        ["exec box -- echo hello world", /^hello world$/],
        ["exec box -- sh -c 'exit 3'", /^command terminated with exit code 3$/],
        ["logs box --tail=1", /^tick$/],
        ["logs deploy/web --tail=2", /[\s\S]*/],
      );
      // Nodes report their status some time after they join.
      const usage = expect.poll(() => say("top nodes"), { timeout: MINUTE });
      await usage.toMatch(/NAME +CPU\(cores\) +MEMORY\(bytes\)\nnode-/);
      await byId("command-input").fill("logs -f box");
      await byId("command-input").press("Enter");
      await expect
        .poll(() => byId("command-output").locator("pre").last().textContent(), { timeout: MINUTE })
        .toContain("tick");
      await byId("command-input").press("Control+c");
      await expect.poll(() => byId("command-dock").getAttribute("data-running")).toBe("false");
      await byId("command-input").fill("get pods -w");
      await byId("command-input").press("Enter");
      await byId("command-output").getByText("box", { exact: false }).last().waitFor();
      expect(
        (
          await scene.api(
            "PATCH",
            "/api/v1/namespaces/default/pods/box",
            { metadata: { labels: { seen: "yes" } } },
            "application/merge-patch+json",
          )
        ).status,
      ).toBe(200);
      await byId("command-stop").click();
      await expect.poll(() => byId("command-dock").getAttribute("data-running")).toBe("false");
      await conversation(["delete pod box --now", /^pod "box" deleted from default namespace$/]);
      await byId("command-input").fill("exec -it deploy/web");
      await byId("command-input").press("Enter");
      await page.waitForURL(/pods\/default\/web-[^/]+\/terminal$/);
    },
    2 * MINUTE,
  );

  longTest(
    "manages nodes, permissions and namespaces",
    async () => {
      await conversation(
        ["cordon node-1", /^node\/node-1 cordoned$/],
        ["cordon node-1", /already cordoned$/],
        ["uncordon node-1", /^node\/node-1 uncordoned$/],
        ["taint nodes node-1 special=yes:NoSchedule", /^node\/node-1 tainted$/],
        ["taint nodes node-1 special-", /^node\/node-1 untainted$/],
        ["drain node-2", /node\/node-2 (cordoned|drained)/],
        ["uncordon node-2", /uncordoned$/],
        ["create namespace team", /^namespace\/team created$/],
        ["config set-context --current --namespace=team", /modified\.$/],
        ["create serviceaccount robot", /^serviceaccount\/robot created$/],
        [
          "create role reader --verb=get,list --resource=pods,deployments",
          /^role\.rbac\.authorization\.k8s\.io\/reader created$/,
        ],
        ["create rolebinding readers --role=reader --serviceaccount=team:robot --user=alice", /created$/],
        ["auth can-i list pods --as=alice", /^yes$/],
        ["auth can-i delete pods --as=alice", /^no/],
        ["auth can-i get pods/log --as=alice", /^no/],
        ["delete pods --all --as=alice", /^Error from server \(Forbidden\): |No resources found/],
        ["get secrets --as=alice", /^Error from server \(Forbidden\): secrets is forbidden: User "alice" cannot list/],
        ["auth whoami", /Username +\S+[\s\S]*Groups/],
        ["auth can-i --list", /Resources +Non-Resource URLs/],
        ["create token robot", /^[\w-]+\.[\w-]+\.[\w-]+$/],
        ["create configmap settings --from-literal=a=1 --from-literal=b=2", /created$/],
        ["create secret generic keys --from-literal=password=hunter2", /created$/],
        ["describe secret keys", /Password|password: 7 bytes/],
        ["create quota few --hard=pods=3", /^resourcequota\/few created$/],
        ["create cronjob tidy --image=busybox --schedule='*/5 * * * *' -- true", /^cronjob\.batch\/tidy created$/],
        ["create job once --from=cronjob/tidy", /^job\.batch\/once created$/],
        ["create pdb --help", /error: unknown command|Makes a/],
        ["explain deployment.spec.strategy", /FIELD: strategy <DeploymentStrategy>[\s\S]*rollingUpdate/],
        ["api-resources --api-group=apps", /deployments +deploy +apps\/v1 +true +Deployment/],
        ["version", /^Server Version: v1\.32/],
        ["delete namespace team", /^namespace "team" deleted$/],
      );
    },
    2 * MINUTE,
  );

  test("completes words, recalls commands, and keeps the output across pages", async () => {
    const { byId, go } = scene;
    const input = byId("command-input");
    await say("version");
    await say("config set-context --current --namespace=default");
    await input.fill("roll");
    await input.press("Tab");
    await expect.poll(() => input.inputValue()).toBe("rollout ");
    await input.fill("rollout undo deploym");
    await input.press("Tab");
    await expect.poll(() => input.inputValue()).toBe("rollout undo deployments ");
    await input.press("Tab");
    await expect.poll(() => input.inputValue()).toBe("rollout undo deployments web ");
    await input.fill("");
    await input.press("ArrowUp");
    await expect.poll(() => input.inputValue()).toBe("config set-context --current --namespace=default");
    await go("access");
    await byId("command-output").getByText("Server Version").first().waitFor();
    await input.fill("clear");
    await input.press("Enter");
    await expect.poll(() => byId("command-output").locator("pre").count()).toBe(0);
    await byId("command-close").click();
  });
});
