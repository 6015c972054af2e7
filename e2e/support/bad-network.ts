// Fails like the networks of hotels, tunnels and firewalls.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BadNetwork {
  readonly url: string
  heal(): void
  /** Closes all connections and accepts none. */
  unplug(): void
  /** Breaks all connections each time devices have sent this many bytes. */
  breakEvery(bytes: number): void
  slow(bytesPerSecond: number): void
  /** Accepts requests and never responds. */
  swallow(): void
  /** Starts to swallow after this many bytes from devices. */
  swallowAfter(bytes: number): void
  readonly swallows: Promise<void>
  portal(status: 200 | 302 | 401): void
  /** Makes the app older than the minimum protocol version. */
  age(): void
  close(): Promise<void>
}

const page = '<!doctype html><title>Hotel</title><h1>Welcome to our network</h1>'
const answer = (status: number): string =>
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
const aged = (data: Buffer): Buffer =>
  Buffer.from(
    data.toString('latin1').replaceAll(/^(holdfast-protocol: )\d/gim, (_, name: string) => `${name}0`),
    'latin1',
  )

export async function createBadNetwork(serverUrl: string): Promise<BadNetwork> {
  const port = Number(new URL(serverUrl).port)
  const sockets = new Set<Socket>()
  let how: 'good' | 'aged' | 'hole' | 'unplugged' | number = 'good'
  let left = Infinity
  let breaksEvery: number | null = null
  let pace = Infinity
  let freeAt = 0
  let swallowing = Promise.withResolvers<void>()
  const goes = () => how === 'good' || how === 'aged'

  const server = createServer((near) => {
    if (how === 'unplugged') return void near.destroy()
    sockets.add(near)
    near.on('error', () => {})
    near.on('close', () => sockets.delete(near))
    const far = goes() ? connect(port, 'localhost') : undefined
    far?.on('error', () => near.destroy())
    far?.on('data', (data) => goes() && near.write(data))
    far?.on('close', () => goes() && near.end())
    near.on('close', () => far?.destroy())
    near.on('data', (data: Buffer) => {
      left -= data.length
      if (left < 0 && breaksEvery !== null) {
        left = breaksEvery
        return breakAll()
      }
      if (left < 0 && how === 'good') {
        how = 'hole'
        swallowing.resolve()
      }
      if (typeof how === 'number') near.end(answer(how))
      else if (pace < Infinity) pass(near, far!, data)
      else if (goes()) far?.write(how === 'aged' ? aged(data) : data)
    })
  }).listen(0)
  await once(server, 'listening')

  function pass(near: Socket, far: Socket, data: Buffer): void {
    freeAt = Math.max(freeAt, performance.now()) + (data.length * 1000) / pace
    near.pause()
    setTimeout(() => {
      far.write(data)
      near.resume()
    }, freeAt - performance.now())
  }
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    heal() {
      how = 'good'
      left = Infinity
      breaksEvery = null
      pace = Infinity
      breakAll()
    },
    unplug() {
      how = 'unplugged'
      breakAll()
    },
    breakEvery(bytes) {
      how = 'good'
      left = bytes
      breaksEvery = bytes
    },
    slow: (bytesPerSecond) => void (pace = bytesPerSecond),
    swallow: () => void (how = 'hole'),
    swallowAfter(bytes) {
      left = bytes
      swallowing = Promise.withResolvers()
    },
    get swallows() {
      return swallowing.promise
    },
    portal(status) {
      how = status
      breakAll()
    },
    age: () => void (how = 'aged'),
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
