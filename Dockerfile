# The mock server, built from this repository. docs/deploy.md says how to run it.
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts

FROM node:24.11.1-bookworm-slim
WORKDIR /app
COPY --from=build /build/zaps-understudy-*.tgz /tmp/understudy.tgz
# pact-core is needed for `verify` only; libsql keeps sessions in a file, @redis/client in Redis.
RUN npm install --omit=dev --no-audit --no-fund /tmp/understudy.tgz libsql@0.5.29 @redis/client@6.3.1 \
	&& npm cache clean --force \
	&& rm /tmp/understudy.tgz \
	&& mkdir /data \
	&& chown node:node /data
USER node
VOLUME /data
EXPOSE 4010
# Any response will do.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
	CMD ["node", "-e", "fetch('http://127.0.0.1:4010/__mock/health').then(() => process.exit(0), () => process.exit(1))"]
ENTRYPOINT ["/app/node_modules/.bin/understudy"]
CMD ["serve", "--host", "0.0.0.0", "--store", "sqlite:/data/mock.db"]
