import { Writable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { createFirm } from './test/firm.ts'
import { setupServer } from './test/server.ts'

const server = await setupServer()

it('database errors are logged without values', async () => {
  const { tenantId } = await createFirm(server)
  const lines: string[] = []
  const log = createLog('info', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const id = uuidv7()
  const row = `insert into scopes (tenant_id, user_id, began) values ($1, $2, 0)`
  const statements: [code: string, sql: string, params: unknown[]][] = [
    ['22P05', 'select $1::text::jsonb', ['{"name":"canary\\u0000"}']],
    ['22P02', 'select $1::text::uuid', ['canary "in" quotes']],
    ['23505', `with first as (${row} returning 1) ${row}`, [tenantId, id]],
    ['22003', 'select $1::text::int', ['98765432109']],
  ]
  for (const [code, sql, params] of statements) {
    const refused = await server.database
      .tenant(tenantId, (tx) => tx.query(sql, params))
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ code })
    log.error({ err: refused }, 'request failed')
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ msg: 'request failed', err: { code, stack: expect.any(String) } })
  }
  expect(JSON.parse(lines[1]!)).toMatchObject({ err: { message: 'invalid input syntax for type uuid: "…"' } })
  for (const value of ['canary', '98765432109', id]) expect(lines.join('\n')).not.toContain(value)
})

it('thrown values that are not errors are logged as they are', () => {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).warn({ err: 'gone' }, 'failed')
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: 'gone' })
})
