#!/bin/sh
# What the image of PostgreSQL 18 does at its start, as far as compose.yaml uses it.
set -eu
PGDATA=/var/lib/postgresql/18/docker
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\n' "$POSTGRES_PASSWORD" >/run/password
  # shellcheck disable=SC2086
  /opt/postgres/bin/initdb -D "$PGDATA" -U postgres --pwfile=/run/password --auth=trust ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  /opt/postgres/bin/pg_ctl -D "$PGDATA" -w -o "-c listen_addresses='' -k /run" start
  export PGHOST=/run POSTGRES_USER=postgres
  psql -U postgres -c "create database $POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*; do sh "$script"; done
  /opt/postgres/bin/pg_ctl -D "$PGDATA" -m fast -w stop
fi
shift
exec /opt/postgres/bin/postgres -D "$PGDATA" -c "listen_addresses=*" -k /run "$@"
