#!/bin/sh
# Run once by the image of PostgreSQL, when it makes the data folder: the roles of the processes with their passwords.
# `admin migrate` gives them their rights and time limits.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  -v api="$API_PASSWORD" -v worker="$WORKER_PASSWORD" <<'SQL'
create role atelier_api login noinherit password :'api';
create role atelier_worker login password :'worker';
SQL
