#!/bin/sh
# start-service.sh HOSTS PROGRAM …: with the names of the other services, in a mount namespace of its own.
set -eu
mount --make-rprivate /
mount --bind "$1" /etc/hosts
# Caddy adds its own certificate authority to the system's.
mount -t tmpfs none /usr/local/share/ca-certificates
mount -t tmpfs none /etc/ssl/certs
shift
exec "$@"
