// A proxy that fails like the networks of hotels, tunnels and firewalls.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BadNetwork {
  readonly url: string
  reconnect(): void
  /** Closes all connections and accepts none. */
  disconnect(): void
  /** Breaks all connections each time devices have sent this many bytes. */
  breakEvery(bytes: number): void
  throttle(bytesPerSecond: number): void
  stopResponding(): void
  stopRespondingAfter(bytes: number): void
  readonly stoppedResponding: Promise<void>
  showCaptivePortal(status: 200 | 302 | 401): void
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
  /** A number: the status of a captive portal's response. */
  let mode: 'forward' | 'outdated' | 'silent' | 'disconnected' | number = 'forward'
  let bytesLeft = Infinity
  let breaksEvery: number | null = null
  let rate = Infinity
  let nextSendAt = 0
  let stopped = Promise.withResolvers<void>()
  const isForwarding = () => mode === 'forward' || mode === 'outdated'

  const server = createServer((client) => {
    if (mode === 'disconnected') return void client.destroy()
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
      if (bytesLeft < 0 && mode === 'forward') {
        mode = 'silent'
        stopped.resolve()
      }
      if (typeof mode === 'number') client.end(portalResponse(mode))
      else if (rate < Infinity) forward(client, upstream!, data)
      else if (isForwarding()) upstream?.write(mode === 'outdated' ? lowerProtocol(data) : data)
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
    reconnect() {
      mode = 'forward'
      bytesLeft = Infinity
      breaksEvery = null
      rate = Infinity
      breakAll()
    },
    disconnect() {
      mode = 'disconnected'
      breakAll()
    },
    breakEvery(bytes) {
      mode = 'forward'
      bytesLeft = bytes
      breaksEvery = bytes
    },
    throttle: (bytesPerSecond) => void (rate = bytesPerSecond),
    stopResponding: () => void (mode = 'silent'),
    stopRespondingAfter(bytes) {
      bytesLeft = bytes
      stopped = Promise.withResolvers()
    },
    get stoppedResponding() {
      return stopped.promise
    },
    showCaptivePortal(status) {
      mode = status
      breakAll()
    },
    pretendOutdated: () => void (mode = 'outdated'),
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
