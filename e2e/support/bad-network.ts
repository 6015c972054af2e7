// A proxy that fails like the networks of hotels, tunnels and firewalls.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BadNetwork {
  readonly url: string
  restore(): void
  /** Closes all connections and accepts none. */
  unplug(): void
  /** Breaks all connections each time devices have sent this many bytes. */
  breakEvery(bytes: number): void
  throttle(bytesPerSecond: number): void
  /** Accepts requests and never responds. */
  swallow(): void
  /** Starts to swallow after this many bytes from devices. */
  swallowAfter(bytes: number): void
  readonly swallowing: Promise<void>
  portal(status: 200 | 302 | 401): void
  /** Makes the app older than the minimum protocol version. */
  pretendOutdated(): void
  close(): Promise<void>
}

const page = '<!doctype html><title>Hotel</title><h1>Welcome to our network</h1>'
const portalResponse = (status: number): string =>
  [
    `HTTP/1.1 ${status} Portal`,
    'content-type: text/html',
    ...(status === 302 ? ['location: http://portal.invalid/'] : []),
    `content-length: ${page.length}`,
    'connection: close',
    '',
    page,
  ].join('\r\n')

/** Lowers the protocol version without changing the length. */
const lowerProtocol = (data: Buffer): Buffer =>
  Buffer.from(
    data.toString('latin1').replaceAll(/^(holdfast-protocol: )\d/gim, (_, name: string) => `${name}0`),
    'latin1',
  )

export async function createBadNetwork(serverUrl: string): Promise<BadNetwork> {
  const port = Number(new URL(serverUrl).port)
  const sockets = new Set<Socket>()
  let mode: 'good' | 'aged' | 'hole' | 'unplugged' | number = 'good'
  let bytesLeft = Infinity
  let breaksEvery: number | null = null
  let rate = Infinity
  let nextSendAt = 0
  let swallowed = Promise.withResolvers<void>()
  const isForwarding = () => mode === 'good' || mode === 'aged'

  const server = createServer((client) => {
    if (mode === 'unplugged') return void client.destroy()
    sockets.add(client)
    client.on('error', () => {})
    client.on('close', () => sockets.delete(client))
    const upstream = isForwarding() ? connect(port, 'localhost') : undefined
    upstream?.on('error', () => client.destroy())
    upstream?.on('data', (data) => isForwarding() && client.write(data))
    upstream?.on('close', () => isForwarding() && client.end())
    client.on('close', () => upstream?.destroy())
    client.on('data', (data: Buffer) => {
      bytesLeft -= data.length
      if (bytesLeft < 0 && breaksEvery !== null) {
        bytesLeft = breaksEvery
        return breakAll()
      }
      if (bytesLeft < 0 && mode === 'good') {
        mode = 'hole'
        swallowed.resolve()
      }
      if (typeof mode === 'number') client.end(portalResponse(mode))
      else if (rate < Infinity) forward(client, upstream!, data)
      else if (isForwarding()) upstream?.write(mode === 'aged' ? lowerProtocol(data) : data)
    })
  }).listen(0)
  await once(server, 'listening')

  function forward(client: Socket, upstream: Socket, data: Buffer): void {
    nextSendAt = Math.max(nextSendAt, performance.now()) + (data.length * 1000) / rate
    client.pause()
    setTimeout(() => {
      upstream.write(data)
      client.resume()
    }, nextSendAt - performance.now())
  }
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    restore() {
      mode = 'good'
      bytesLeft = Infinity
      breaksEvery = null
      rate = Infinity
      breakAll()
    },
    unplug() {
      mode = 'unplugged'
      breakAll()
    },
    breakEvery(bytes) {
      mode = 'good'
      bytesLeft = bytes
      breaksEvery = bytes
    },
    throttle: (bytesPerSecond) => void (rate = bytesPerSecond),
    swallow: () => void (mode = 'hole'),
    swallowAfter(bytes) {
      bytesLeft = bytes
      swallowed = Promise.withResolvers()
    },
    get swallowing() {
      return swallowed.promise
    },
    portal(status) {
      mode = status
      breakAll()
    },
    pretendOutdated: () => void (mode = 'aged'),
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
