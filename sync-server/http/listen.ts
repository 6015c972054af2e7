import type { Server, ServerResponse } from 'node:http'
import { serve } from '@hono/node-server'

/** `stallMs`: how long written bytes may stay unread. Streams have no limit. */
const defaultTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  stallMs: 20_000,
}

export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  port: number,
  hostname: string,
  { stallMs, ...serverOptions }: typeof defaultTimeouts = defaultTimeouts,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname, serverOptions }, () => resolve(server as Server))
    server.once('error', reject)
    server.on('request', (_, response: ServerResponse) => {
      response.setTimeout(stallMs, () => {
        // The server is idle, not the client.
        if (response.socket?.writableLength) response.socket.destroy()
      })
    })
  })
}
