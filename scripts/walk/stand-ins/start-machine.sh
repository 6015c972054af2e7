#!/bin/bash
# start-machine.sh ROOT NAME HOSTS BACKUPS: runs in new namespaces, and makes ROOT the root folder of a machine.
set -eu
mount --make-rprivate /
mkdir -p "$1/mnt/backups"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
touch "$1/etc/hosts"
mount --bind "$3" "$1/etc/hosts"
mount --bind "$4" "$1/mnt/backups"
hostname "$2"
echo "$2" >"$1/etc/hostname"
exec chroot "$1" /bin/bash -c 'while :; do sleep 3600 & wait $!; done'
