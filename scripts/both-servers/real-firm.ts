import { beginEpoch } from '#server/db/connect/epochs.ts'
import { createApp } from '#server/app.ts'
import { asOwner } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import type { TestServer } from '#server/test/server.ts'
import { change, project } from '#server/test/changes.ts'
import { streamPath } from '#schema/sync/protocol.ts'
import type { TestedFirm } from './tested-firm.ts'

export async function openRealFirm(server: TestServer): Promise<TestedFirm> {
  const operationsPerMinute = { staff: 60, investor: 60 }
  const { admin, manager, tenantId } = await createFirm(server)
  let { app } = server
  const staff = as(server, admin)
  const requireOk = async (response: Promise<Response>) => {
    const { status } = await response
    if (status >= 300) throw new Error(`The test's own request returned ${status}`)
  }
  return {
    personId: manager.userId,
    request: async (path, { method = 'GET', body, headers = {} } = {}) =>
      as({ ...server, app }, manager).request(method, path, body, { ...headers }),
    async hint() {
      const stop = new AbortController()
      const request = new Request(`http://localhost${streamPath}`, {
        headers: { cookie: manager.cookie },
        signal: stop.signal,
      })
      const reader = (await app.request(request)).body!.pipeThrough(new TextDecoderStream()).getReader()
      const { value = '' } = await reader.read()
      stop.abort()
      return /^event: number\ndata: (.*)\n\n$/.exec(value)![1]!
    },
    beginEpoch: async () => void (await server.database.upkeep(tenantId, (tx) => beginEpoch(tx, server.now()))),
    predateSeals: () =>
      asOwner(
        server,
        async (sql) =>
          void (await sql`update marks set mark = ${'y'.repeat(22)} where tenant_id = ${tenantId} and n = 0`),
      ),
    narrow: () => requireOk(staff.patch(`/api/users/${manager.userId}`, { role: 'INVESTOR' })),
    deactivate: () => requireOk(staff.patch(`/api/users/${manager.userId}`, { isActive: false })),
    expire: async () => server.clock.advance(366 * 86_400_000),
    async revoke() {
      const devices = (await (await staff.get('/api/devices')).json()) as { id: string; userId: string }[]
      const { id } = devices.find(({ userId }) => userId === manager.userId)!
      await requireOk(staff.post(`/api/devices/${id}/revoke`, undefined))
    },
    async exhaustRateLimit() {
      app = createApp({ ...server, operationsPerMinute })
      await as({ ...server, app }, manager).push(...Array.from({ length: 60 }, () => change(project())))
      return 1
    },
  }
}
