import { changesPath, feedPath } from '#schema/sync/protocol.ts'
import { FakeHints } from '#web/store/test/browser.ts'
import { signedOut, rateLimited } from '#web/store/test/refusals.ts'
import { Server } from '#web/store/test/server.ts'
import { someId, type TestedFirm } from './tested-firm.ts'

const everySyncPath = new RegExp(`^(${feedPath}|${changesPath})$`)

export async function openSmallFirm(): Promise<TestedFirm> {
  const server = new Server()
  const personId = someId()
  Object.assign(server, { signedIn: personId, person: personId, now: Date.now })
  server.writer = { by: 'Ada Berg', at: '2026-03-15T10:00:00.000Z' }
  return {
    personId,
    request: (path, { method = 'GET', body, headers = {} } = {}) => {
      const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
      return server.fetch(path, { method, headers, ...text })
    },
    async hint() {
      const hints = new FakeHints()
      let received = ''
      hints.addEventListener('number', ({ data }) => (received = String(data)))
      hints.send(server.number)
      return received
    },
    beginEpoch: async () => server.restore(server.number),
    predateSeals: async () => {},
    narrow: async () => void Object.assign(server, { scope: 'scope-2', narrowed: true }),
    expire: async () => server.fault(everySyncPath, signedOut('expired'), Infinity),
    deactivate: async () => void (server.isRevoked = true),
    revoke: async () => void (server.isRevoked = true),
    async exhaustRateLimit() {
      server.fault(/changes$/, rateLimited(1))
      return 1
    },
  }
}
