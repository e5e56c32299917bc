#!/bin/sh
# Creates the role of the server beside the owner, when the database is created.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set=password="$APP_PASSWORD" <<'SQL'
create role redial_app login password :'password';
SQL
