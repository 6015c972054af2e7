import { personHeader, protocolHeader } from '#schema/sync/protocol.ts'
import { Unavailable } from '#server/db/connect/unavailable.ts'
import { demoOf } from '#server/demo/demo.ts'
import { isLink } from '#server/http/pages/error-page.ts'
import { createLog } from '#server/log.ts'
import { createApp } from '#server/test/app.ts'
import type { OpenApiOperation } from './described-calls.ts'
import { as, type Device } from '#server/test/device.ts'
import type { TestPerson } from '#server/test/firm.ts'
import type { TestServer } from '#server/test/server.ts'

const ids = { unused: '0197a3b0-0000-7000-8000-000000000001', malformed: 'x' }

export function commonRefusals(server: TestServer) {
  const log = createLog('silent')
  const demo = demoOf(false)
  const { sessions } = server
  const failing = (error: Error) => ({ ...sessions, find: () => Promise.reject(error) })
  const serverWith = (overrides: object) => ({ ...server, app: createApp({ ...server, demo, log, ...overrides }) })
  const refusing = [
    serverWith({ requestsPerMinute: 0.5 }),
    serverWith({ sessions: failing(new Unavailable('busy')) }),
    serverWith({ sessions: failing(new Error('broken')) }),
  ]

  return async (person: TestPerson, call: OpenApiOperation): Promise<ReadonlySet<number>> => {
    const { method, path, parameters, body } = call
    const usual = as(server, person)
    const statuses = new Set<number>()
    const request = async (device: Device, headers: Record<string, string> = {}, query = '', id = ids.unused) => {
      const response = await device.request(method, `${path.replace('{id}', id)}${query}`, undefined, headers)
      await response.body?.cancel()
      statuses.add(response.status)
    }
    const headerSets: readonly Record<string, string>[] = isLink(path) ? [{}, { accept: 'text/html' }] : [{}]
    for (const headers of headerSets) {
      await request(as(server, null), headers)
      for (const each of refusing) await request(as(each, person), headers)
      await request(usual, { ...headers, host: 'elsewhere.example' })
      if (path.includes('{id}')) await request(usual, headers, '', ids.malformed)
    }
    if (path.startsWith('/api/')) await request(usual, { [personHeader]: ids.unused })
    if (parameters.some(({ name }) => name === protocolHeader)) await request(usual, { [protocolHeader]: '0' })
    const isSafe = method === 'GET' || method === 'OPTIONS'
    if (!isSafe) {
      await request(usual, { 'sec-fetch-site': 'cross-site' })
      await request(usual, { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' })
    }
    if (body)
      await request(usual, { 'content-type': body.type, 'content-length': '99999999', 'sec-fetch-site': 'same-origin' })
    const named = parameters.filter((each) => each.in === 'query')
    if (isSafe && named.length) await request(usual, {}, `?${named.map(({ name }) => `${name}=%22`).join('&')}`)
    return statuses
  }
}
