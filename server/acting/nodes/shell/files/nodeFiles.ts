import type { FileText } from "../messages.ts";

const HOST = "host/";

/** The volume with the files of a node itself. */
export const filesOfNode = (node: string): string => `${HOST}${node}`;
/** The node whose files a volume contains; undefined for any other volume. */
export const nodeOfFiles = (volume: string): string | undefined =>
  volume.startsWith(HOST) ? volume.slice(HOST.length) : undefined;

/** The content of `/etc/hosts` on a node. */
export const hostsOfNode = (node: string): string => `127.0.0.1\tlocalhost\n127.0.1.1\t${node}\n`;

/** Folders of a node that users often mount. */
export const HOST_FOLDERS: readonly string[] = [
  ..."/bin /boot /dev /etc/cni/net.d /home /lib/modules /mnt /opt /proc /root /run /sbin /srv /sys/fs/cgroup /tmp".split(
    " ",
  ),
  ..."/usr/bin /usr/lib /usr/share /usr/src /var/lib/kubelet /var/log/containers /var/log/pods /var/run".split(" "),
];

/** The files that users look for on a node, as far as a simulated node has them. */
export const hostFiles = (node: string): FileText[] => [
  { path: "/etc/hostname", content: `${node}\n` },
  { path: "/etc/hosts", content: hostsOfNode(node) },
  { path: "/etc/os-release", content: 'NAME="simulated"\nID=simulated\nPRETTY_NAME="Simulated node"\n' },
  { path: "/etc/passwd", content: "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n" },
  { path: "/var/log/messages", content: `${node} is simulated: no kernel, no services, no logs of theirs.\n` },
];
