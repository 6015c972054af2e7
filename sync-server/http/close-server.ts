import type { Server } from 'node:http'

/** Idle connections of browsers are cut immediately. */
export function serverCloser(server: Server, graceMs: number): () => Promise<void> {
  let underWay = 0
  let isClosing = false
  server.on('request', (_, response) => {
    underWay += 1
    // A browser would reuse the connection.
    if (isClosing) response.shouldKeepAlive = false
    response.once('close', () => {
      underWay -= 1
      if (isClosing && underWay === 0) server.closeAllConnections()
    })
  })
  return () =>
    new Promise((resolve) => {
      isClosing = true
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      if (underWay === 0) server.closeAllConnections()
    })
}
