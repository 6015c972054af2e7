import type { Server } from 'node:http'

/**
 * How to stop this server: requests under way finish, within the grace. Browsers keep connections open for later, some
 * of which never carry a request: those are cut at once.
 */
export function serverCloser(server: Server, graceMs: number): () => Promise<void> {
  let underWay = 0
  let isClosing = false
  server.on('request', (_, response) => {
    underWay += 1
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
