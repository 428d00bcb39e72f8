#!/bin/bash
# Boots the systemd of a Debian root directory in its own namespaces. Needs root, but no container program.
#   boot-debian.sh ROOT COMMAND...   COMMAND becomes process 1 inside.
# The processes inside see only their own root directory, process table and cgroup, and the loopback interface.
set -euo pipefail
root=$(realpath "$1")
shift
# systemd starts only in a version 2 cgroup. The host may mount only version 1, so version 2 is mounted
# just long enough to move this process into a new group.
cgroups=$(mktemp -d)
mount -t cgroup2 none "$cgroups"
group="$cgroups/coastwatch-$$"
mkdir "$group"
echo $$ > "$group/cgroup.procs"
umount "$cgroups"
rmdir "$cgroups"
exec unshare --mount --pid --net --uts --ipc --cgroup --fork --kill-child --propagation private bash -euc '
  root=$1; shift
  ip link set lo up
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  ln -s /proc/self/fd "$root/dev/fd"
  for stream in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${stream%%:*}" "$root/dev/${stream#*:}"; done
  touch "$root/dev/console"
  hostname bare
  mkdir -p "$root/host"
  cd "$root"
  pivot_root . host
  umount -l /host
  exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb "$@"
' boot "$root" "$@"
