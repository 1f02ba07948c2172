#!/bin/sh
# What the image of PostgreSQL 18 does at its start, as far as compose.yaml uses it.
set -eu
[ "$1" = postgres ] || exec "$@"
mkdir -p /run/postgresql
PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\n' "$POSTGRES_PASSWORD" >/run/password
  # shellcheck disable=SC2086
  initdb -D "$PGDATA" -U postgres --pwfile=/run/password --auth=trust ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w -o "-c listen_addresses=''" start
  export PGHOST=/run/postgresql POSTGRES_USER=postgres
  psql -U postgres -c "create database $POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*; do sh "$script"; done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
shift
exec postgres -D "$PGDATA" -c "listen_addresses=*" -k /run/postgresql "$@"
