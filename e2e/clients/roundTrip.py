"""Creates, watches, patches and deletes a config map with Python's client library, and prints what it saw."""
import sys

from kubernetes import client, config, watch

config.load_kube_config(sys.argv[1])
core = client.CoreV1Api()
body = client.V1ConfigMap(metadata=client.V1ObjectMeta(name="python", labels={"by": "python"}), data={"step": "1"})
first = core.list_namespaced_config_map("default", label_selector="by=python")
core.create_namespaced_config_map("default", body)
core.patch_namespaced_config_map("python", "default", {"data": {"step": "2"}})
core.delete_namespaced_config_map("python", "default")
stream = watch.Watch()
for event in stream.stream(
    core.list_namespaced_config_map,
    "default",
    label_selector="by=python",
    resource_version=first.metadata.resource_version,
    timeout_seconds=20,
):
    print(event["type"], event["object"].data["step"], flush=True)
    if event["type"] == "DELETED":
        stream.stop()
