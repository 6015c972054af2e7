import { expect, it } from 'vitest'
import { setupServer } from '#server/test/server.ts'
import { arrivalPart } from './arrival.ts'

const {
  database: { directory },
  app,
} = await setupServer()

it('what arrives of a request is shown for a token of the database only, while it is valid', async () => {
  const ask = async (token: string) => (await app.request(`/healthz/arrival?token=${token}`)).status
  const [valid, late] = ['a', 'b'].map((letter) => letter.repeat(43)) as [string, string]
  expect([await ask(''), await ask(valid)]).toEqual([404, 404])
  for (const [token, until] of [
    [valid, '1 minute'],
    [late, '-1 second'],
  ] as const)
    await directory`
      insert into directory.installation (part, value)
      values (${arrivalPart(token)}, (clock_timestamp() + ${until}::interval)::text)`
  expect([await ask(valid), await ask(late), await ask(`${valid.slice(1)}c`)]).toEqual([200, 404, 404])
})
