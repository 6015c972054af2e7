import { expect, it } from 'vitest'
import { createApp } from '#server/test/app.ts'
import { setupServer } from '#server/test/server.ts'
import { probeTokenKey } from './probe.ts'

const server = await setupServer()
const {
  database: { directory },
  app,
} = server

it('/healthz/probe accepts only a known token, until it expires', async () => {
  const request = async (token: string) => (await app.request(`/healthz/probe?token=${token}`)).status
  const [valid, late] = ['a', 'b'].map((letter) => letter.repeat(43)) as [string, string]
  expect([await request(''), await request(valid)]).toEqual([404, 404])
  for (const [token, until] of [
    [valid, '1 minute'],
    [late, '-1 second'],
  ] as const)
    await directory`
      insert into directory.installation (part, value)
      values (${probeTokenKey(token)}, (clock_timestamp() + ${until}::interval)::text)`
  expect([await request(valid), await request(late), await request(`${valid.slice(1)}c`)]).toEqual([200, 404, 404])
})

it('/healthz/probe counts as a request without a session', async () => {
  const limited = createApp({ ...server, anonymousRequestsPerMinute: 1 })
  const request = async () => (await limited.request(`/healthz/probe?token=${'d'.repeat(43)}`)).status
  expect([await request(), await request()]).toEqual([404, 429])
})
