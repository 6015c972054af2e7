import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Importable } from '#schema/import/import-map.ts'
import { createFirm, numberOf, type TestPerson } from '#server/test/firm.ts'
import { limits } from '#schema/sync/protocol.ts'
import { as } from '#server/test/device.ts'
import { setupFolder, viewerOf } from '#server/test/importing.ts'
import { setupServer } from '#server/test/server.ts'
import { ImportError } from './import-error.ts'
import { importFile, type ImportOrder, openOrder } from './import-file.ts'
import { withRetries } from './with-retries.ts'
import { runImport } from './run-import.ts'

const server = await setupServer()
const fileOf = setupFolder()
const map = fileOf('map.json', '\uFEFF{"columns": {"Name": "name", "Kind": "type"}}')
const rows = 'Name,Kind,Note\r\nOla,REAL_ESTATE,"a ""b"", c"\r\n,SHOP," two\nlines"\r\n'

async function setupFirm() {
  const firm = await createFirm(server)
  const run = async (content: string | Uint8Array, order: Partial<ImportOrder> = {}) => {
    const output: string[] = []
    const path = fileOf('file.csv', content)
    const whole = { firm: `Firm ${firm.tenantId}`, email: firm.manager.email, entity: 'projects' as Importable }
    await importFile(
      server,
      await openOrder({ ...whole, mapPath: map, path, errorsPath: undefined, dryRun: false, ...order }),
      (line) => void output.push(line),
    )
    return output
  }
  return { ...firm, run }
}

describe('an import', () => {
  it('reports the result as JSON in the last line', async () => {
    const { run } = await setupFirm()
    const output = await run(`\uFEFF${rows}`)
    expect(output[0]).toBe('Columns that are not imported: Note')
    expect(output.at(-1)).toBe('{"rows":2,"created":1,"updated":0,"unchanged":0,"refused":1,"dryRun":false}')
  })

  it('FOLLOW5 FOLLOW15 adds one activity for staff, and its counts to the audit trail', async () => {
    const { run, tenantId, admin, manager, investor } = await setupFirm()
    const activitiesOf = async (person: TestPerson) =>
      (await as(server, person).pull()).activities.map(([, , , fields]) => fields)
    await run('Name,Kind\nOla,REAL_ESTATE\nQuay,REAL_ESTATE\n')
    const activity = { action: 'import', entityType: 'projects', title: 'file.csv', userId: manager.userId }
    expect(await activitiesOf(admin)).toMatchObject([activity])
    expect(await activitiesOf(investor)).toEqual([])
    const trail = () =>
      server.database.tenant(tenantId, (tx) =>
        tx.query(
          `select details -> 'actor' as actor, details -> 'after' as counts from audit_logs where tenant_id = $1 and action = 'projects.import'`,
          [tenantId],
        ),
      )
    const counts = { rows: 2, created: 2, updated: 0, unchanged: 0, refused: 0 }
    const actor = { kind: 'import', role: 'PORTFOLIO_MANAGER', file: 'file.csv' }
    expect(await trail()).toEqual([{ actor, counts }])
    await run('Name,Kind\nOla,REAL_ESTATE\n')
    await run('Name,Kind\nMole,REAL_ESTATE\n', { dryRun: true })
    expect(await activitiesOf(admin), 'an import that changed nothing has no activity').toHaveLength(1)
    expect(await trail()).toHaveLength(1)
  })

  it('FOLLOW15 adds an activity for each record that it changes, with the values', async () => {
    const { run, admin, manager } = await setupFirm()
    await run('Name,Kind\nOla,REAL_ESTATE\nQuay,REAL_ESTATE\n')
    await run('Name,Kind\nOla,COMMERCIAL\nQuay,REAL_ESTATE\n')
    const activities = (await as(server, admin).pull()).activities.map(([, , , fields]) => fields!)
    expect(activities.filter(({ action }) => action !== 'import')).toMatchObject([
      {
        action: 'update',
        title: 'Ola',
        userId: manager.userId,
        source: 'import',
        changes: [['type', 'REAL_ESTATE', 'COMMERCIAL']],
      },
    ])
  })

  it('FOLLOW5 that is interrupted reports what it had written', async () => {
    const { admin, manager } = await setupFirm()
    async function* rowsAndError() {
      for (let i = 0; i < limits.changesPerRequest; i++)
        yield { cells: [`Ola ${i}`, 'REAL_ESTATE'], line: 2 + i, isBroken: false }
      throw new Error('The disk has gone')
    }
    const file = { name: 'half.csv', header: ['Name', 'Kind'], rows: rowsAndError }
    const columns = { Name: 'name', Kind: 'type' }
    const order = { viewer: viewerOf(manager), entity: 'projects' as const, map: { columns }, file, dryRun: false }
    await expect(runImport(server, { ...order, onRefused: () => {} })).rejects.toThrow('The disk has gone')
    const activitiesOf = (await as(server, admin).pull()).activities.map(([, , , fields]) => fields!['title'])
    expect(activitiesOf).toEqual(['half.csv'])
  })

  it('FOLLOW5 that is interrupted reports the reason, even if its activity cannot be written', async () => {
    const { manager } = await setupFirm()
    const { database } = server
    let isGone = false
    const tenant: typeof database.tenant = (...given) =>
      isGone ? Promise.reject(new Error('The database has gone, too')) : database.tenant(...given)
    async function* rowsAndError() {
      for (let i = 0; i < limits.changesPerRequest; i++)
        yield { cells: [`Ola ${i}`, 'REAL_ESTATE'], line: 2 + i, isBroken: false }
      isGone = true
      throw new Error('The disk has gone')
    }
    const file = { name: 'half.csv', header: ['Name', 'Kind'], rows: rowsAndError }
    const columns = { Name: 'name', Kind: 'type' }
    const order = { viewer: viewerOf(manager), entity: 'projects' as const, map: { columns }, file, dryRun: false }
    const deps = { ...server, database: { ...database, tenant } }
    await expect(runImport(deps, { ...order, onRefused: () => {} })).rejects.toThrow('The disk has gone')
  })

  it('escapes formulas in the error file, and reads them back unchanged', async () => {
    const { run } = await setupFirm()
    const errorsPath = fileOf('errors.csv', '')
    const cells = ['=1+1', '@SUM(A1)', '+cmd|x', "'=1", '-5.00', '+49 (30) 1-2', "O'Hara"]
    await run(`Name,Kind,Note\n${cells.map((cell) => `${cell},SHOP,${cell}\n`).join('')}`, { errorsPath })
    const first = readFileSync(errorsPath, 'utf8')
    const noted = first.trim().split('\r\n').slice(1)
    expect(noted.map((line) => line.split(',')[2])).toEqual([
      "'=1+1",
      "'@SUM(A1)",
      "'+cmd|x",
      "'=1",
      '-5.00',
      '+49 (30) 1-2',
      "O'Hara",
    ])
    const again = fileOf('again.csv', '')
    await run(first, { errorsPath: again })
    const repeated = readFileSync(again, 'utf8').trim().split('\r\n').slice(1)
    expect(repeated.map((line) => line.split(',').slice(0, 3))).toEqual(
      noted.map((line) => line.split(',').slice(0, 3)),
    )
  })

  it('repeats refused rows in the error file, with line and reason', async () => {
    const { run } = await setupFirm()
    const errorsPath = fileOf('errors.csv', 'old')
    await run(rows, { errorsPath, dryRun: true })
    expect(readFileSync(errorsPath, 'utf8')).toBe(
      'Name,Kind,Note,line,reason\r\n' +
        ',SHOP," two\nlines",3,"Name: Project name is required; Kind: Choose one of: REAL_ESTATE, PRIVATE_EQUITY, AGRICULTURE, COMMERCIAL, INFRASTRUCTURE, VENTURE_CAPITAL"\r\n',
    )
  })

  it.each<[string, string | Uint8Array]>([
    ['is empty', ''],
    ['is not UTF-16LE text', Buffer.concat([Buffer.from(`\uFEFF${rows}`, 'utf16le'), Buffer.from('a')])],
    ['is not a text file', `${rows}\u0000`],
    ['The file has no column Kind', 'Name,Type\nOla,REAL_ESTATE\n'],
    ['more than 500 columns', `Name,Kind${',x'.repeat(499)}\nOla,REAL_ESTATE\n`],
    ['The file has 2 columns Name', 'Name,Name,Kind\nOla,Ola,REAL_ESTATE\n'],
  ])('writes nothing when the file %s', async (message, content) => {
    const { run, tenantId } = await setupFirm()
    await expect(run(content)).rejects.toThrow(message)
    await expect(run(content)).rejects.toBeInstanceOf(ImportError)
    expect(await numberOf(server, tenantId)).toBe(0)
  })

  it.each<[string, (firm: Record<'admin' | 'investor', TestPerson>) => Partial<ImportOrder>]>([
    ['cannot be read', () => ({ path: '/nowhere.csv' })],
    ['The map', () => ({ mapPath: fileOf('bad.json', '{"columns": {"Name": "colour"}}') })],
    ['cannot be read', () => ({ mapPath: fileOf('bad.json', '{"columns"') })],
    ['cannot be written', () => ({ errorsPath: '/nowhere/errors.csv' })],
    ['must be another one', () => ({ errorsPath: map })],
    ['There is no firm called Nobody & Co', () => ({ firm: 'Nobody & Co' })],
    ['signs in as nobody@example.com', () => ({ email: 'nobody@example.com' })],
    ['may not create and change projects', ({ investor }) => ({ email: investor.email })],
  ])('is refused as a whole: %s', async (message, orderOf) => {
    const { run, tenantId, admin, investor } = await setupFirm()
    await expect(run(rows, orderOf({ admin, investor }))).rejects.toThrow(message)
    expect(await numberOf(server, tenantId)).toBe(0)
  })

  it('cannot be run by a person of another firm or a deactivated one', async () => {
    const { run, manager } = await setupFirm()
    const other = await createFirm(server)
    await expect(run(rows, { email: other.admin.email })).rejects.toThrow('signs in as')
    await server.database.directory`update directory.users set is_active = false where id = ${manager.userId}`
    await expect(run(rows)).rejects.toThrow('is not active')
  })
})

describe('retries', () => {
  const busy = Object.assign(new Error('busy'), { code: '55P03' })

  it('repeat while the database is busy, up to a limit', async () => {
    const pauses: number[] = []
    const pause = async (ms: number) => void pauses.push(ms)
    let left = 2
    expect(await withRetries(async () => (left-- ? Promise.reject(busy) : 'done'), pause)).toBe('done')
    expect(pauses).toHaveLength(2)
    await expect(withRetries(() => Promise.reject(busy), pause)).rejects.toBe(busy)
  })

  it('do not repeat other errors', async () => {
    let times = 0
    const wrong = async () => {
      times++
      throw new Error('wrong')
    }
    await expect(withRetries(wrong, async () => {})).rejects.toThrow('wrong')
    expect(times).toBe(1)
  })
})
