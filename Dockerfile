# Holdfast in one image: the server, the built app, Node.js and an embedded PostgreSQL for those who bring none.
#   docker build -t holdfast .
# Both base images are arguments. The first needs Node.js and npm; the second only a C library and certificates.
ARG BUILD_IMAGE=node:26-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node_modules/node-linux-*/bin/node scripts/build.ts
RUN sh sync-server/deploy/collect-image.sh /image

FROM ${BASE_IMAGE}
RUN echo 'holdfast:x:10001:10001::/var/lib/holdfast:/bin/sh' >> /etc/passwd \
  && echo 'holdfast:x:10001:' >> /etc/group \
  && install -d -o 10001 -g 10001 -m 700 /var/lib/holdfast
COPY --from=build /image/ /
USER 10001:10001
WORKDIR /var/lib/holdfast
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/holdfast TMPDIR=/var/lib/holdfast
VOLUME /var/lib/holdfast
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["holdfast", "healthy"]
ENTRYPOINT ["holdfast"]
CMD ["serve"]
