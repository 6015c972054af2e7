#!/bin/sh
# run-read-only.sh ROOT VOLUME NAME=VALUE … COMMAND …: runs a command as the image's user in its root folder, which is
# read-only but for the volume and knows the names of this namespace. In a mount and process namespace of its own.
set -eu
image=$1
volume=$2
shift 2
mount --make-rprivate /
mount --bind "$image" "$image"
mount --bind "$volume" "$image/var/lib/holdfast"
touch "$image/etc/hosts"
mount --bind /etc/hosts "$image/etc/hosts"
mount -t proc proc "$image/proc"
mount --rbind /dev "$image/dev"
mount -o remount,bind,ro "$image"
exec chroot "$image" setpriv --reuid=10001 --regid=10001 --clear-groups --bounding-set=-all --no-new-privs \
  /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production HOST=0.0.0.0 \
  DATA_DIR=/var/lib/holdfast TMPDIR=/var/lib/holdfast "$@"
