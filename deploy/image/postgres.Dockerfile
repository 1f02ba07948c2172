# PostgreSQL with pgBackRest from the same source, and the operator's commands `backup` and `restore`, which work on its
# data. For compose.backups.yaml; build the image `atelier` before.
FROM postgres:18
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates pgbackrest \
  && rm -rf /var/lib/apt/lists/* /etc/pgbackrest.conf \
  && install -d -o postgres -g postgres -m 750 /etc/pgbackrest
COPY --from=atelier /usr/local/bin/node /usr/local/bin/node
COPY --from=atelier /app /app
WORKDIR /app
# The user `postgres` of that image.
USER 999:999
