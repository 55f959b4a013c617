# One image for servers, job runners and commands. Nothing is downloaded or built when it starts.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY bin/install.mjs bin/
RUN node -e "import('./bin/install.mjs').then(({ install }) => install())"
COPY . .
RUN node bin/run.mjs bin/build.ts && npm prune --omit=dev --no-audit --no-fund
# As the user that runs the server: Node keeps what it has compiled by user.
RUN rm -rf node_modules/.compiled && useradd --uid 10001 counterpart \
  && install --directory --owner=counterpart node_modules/.compiled \
  && NODE_ENV=production setpriv --reuid=10001 --regid=10001 --clear-groups node bin/run.mjs bin/compile.ts \
  && chmod -R a+rX node_modules/.compiled

# For backups of a PostgreSQL that is not the embedded one.
FROM postgres:18-bookworm AS postgres

# Node is one of the packages.
FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libpq5 liblz4-1 libzstd1 libxxhash0 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=postgres /usr/lib/postgresql/18/bin/pg_dump /usr/lib/postgresql/18/bin/pg_restore /usr/local/bin/
COPY --from=postgres /usr/lib/*-linux-gnu/libpq.so.5.* /usr/local/lib/
RUN ldconfig && pg_dump --version && pg_restore --version
WORKDIR /app
COPY --from=build --chown=root:root /app ./
RUN groupadd --gid 10001 counterpart \
  && useradd --uid 10001 --gid counterpart --no-create-home --shell /usr/sbin/nologin counterpart \
  && install --directory --owner=counterpart --group=counterpart --mode=0700 /data /backups
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data DEMO=off
ENV PATH=/app/node_modules/node/bin:$PATH
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "bin/start.mjs"]
