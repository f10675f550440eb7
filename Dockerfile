# vostro as a container: docker build --tag vostro . && docker run --publish 4010:4010 vostro
# Kept state: docker run --publish 4010:4010 --volume vostro:/state vostro --state /state/bank.state

FROM node:22-slim AS build
WORKDIR /build
# What is installed changes less often than what is built of it. Nothing of the lifecycle of the package itself runs here.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# Nobody compiles against what runs: no types are made.
RUN npm run build -- --no-dts && npm prune --omit=dev --ignore-scripts

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /vostro
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/dist ./dist
COPY --from=build /build/node_modules ./node_modules
# A volume that is mounted there belongs to the user who runs the process.
RUN mkdir /state && chown node:node /state
USER node
VOLUME /state
EXPOSE 4010
# Each is an option of `vostro serve`. The control API needs a token here, which is printed, or is given as VOSTRO_CONTROL_TOKEN.
ENV VOSTRO_HOST=0.0.0.0 VOSTRO_PORT=4010
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s --retries=5 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.VOSTRO_PORT}/_vostro/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "dist/cli/vostro.js"]
