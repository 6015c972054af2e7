// A network between a device and the server that goes bad in the ways of hotels, tunnels and firewalls.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface BadNetwork {
  readonly url: string
  /** Everything goes through again. */
  heal(): void
  /** It takes everything and gives nothing back; nobody is told. */
  swallow(): void
  /** It answers everything itself, with a page of its own. */
  portal(status: 200 | 302 | 401): void
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

export async function createBadNetwork(serverUrl: string): Promise<BadNetwork> {
  const port = Number(new URL(serverUrl).port)
  const sockets = new Set<Socket>()
  let how: 'good' | 'hole' | number = 'good'

  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => {})
    near.on('close', () => sockets.delete(near))
    const far = how === 'good' ? connect(port, 'localhost') : undefined
    far?.on('error', () => near.destroy())
    far?.on('data', (data) => how === 'good' && near.write(data))
    far?.on('close', () => how === 'good' && near.end())
    near.on('close', () => far?.destroy())
    near.on('data', (data) => {
      if (typeof how === 'number') near.end(answer(how))
      else if (how === 'good') far?.write(data)
    })
  }).listen(0)
  await once(server, 'listening')

  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    heal() {
      how = 'good'
      breakAll()
    },
    swallow: () => void (how = 'hole'),
    portal(status) {
      how = status
      breakAll()
    },
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
