# The image of Redial: the built server, the packages that it imports, and Node.js. See
# docs/operations.md. The embedded PostgreSQL is not in it: containers use DATABASE_URL.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /srv/redial
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN cd apps/web && NODE_ENV=production ../../node_modules/.bin/react-router build
RUN cd apps/server && NODE_ENV=production ../../node_modules/.bin/rolldown --config rolldown.config.ts
RUN cd apps/server && NODE_ENV=production ../../node_modules/.bin/rolldown --config rolldown.commands.config.ts
RUN node tooling/image/collect.mjs /srv/image

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production \
    DATA_DIR=/var/lib/redial \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=1048576 \
    MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /srv/redial
COPY --from=build /srv/image /srv/redial
RUN install -d -o 1000 -g 1000 /var/lib/redial
USER 1000:1000
VOLUME /var/lib/redial
EXPOSE 3000
# The server handles SIGTERM itself, so it can be process 1. It needs at most 16 s to stop.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The flags and MALLOC settings are those of tooling/server.mjs.
CMD ["node", "--disable-warning=ExperimentalWarning", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=60", "apps/server/build/main.js"]
