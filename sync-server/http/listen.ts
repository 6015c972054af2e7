import type { Server, ServerResponse } from 'node:http'
import { serve } from '@hono/node-server'

/**
 * How long a client may take to send a request, and how long it may take nothing of what was written for it. How long
 * the answer takes, also a stream's, is not limited here.
 */
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
        // Without anything to take it is the server that is quiet.
        if (response.socket?.writableLength) response.socket.destroy()
      })
    })
  })
}
