import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Importable } from '#schema/import/import-map.ts'
import { sum } from '#schema/money/money.ts'
import { as } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { type Imported, importPath } from '#server/test/importing.ts'
import { setupServer } from '#server/test/server.ts'
import { readMapFile } from './import-file.ts'

const server = await setupServer()
const data = fileURLToPath(new URL('../../scripts/import/data/', import.meta.url))
const kinds = ['projects', 'investors', 'investments'] as const

type Row = Readonly<Record<string, string | null>> & { readonly id: string }

describe('the real rounds', () => {
  let firm: Awaited<ReturnType<typeof createFirm>>
  const first = {} as Record<Importable, Imported>

  const importOne = async (entity: Importable, dryRun = false) =>
    importPath(
      server,
      firm.admin,
      entity,
      await readMapFile(`${data}${entity}.map.json`, entity),
      `${data}${entity}.csv`,
      dryRun,
    )
  const list = async (entity: Importable): Promise<Row[]> =>
    (await (await as(server, firm.admin).get(`/api/${entity}`)).json()) as Row[]

  beforeAll(async () => {
    firm = await createFirm(server)
    for (const entity of kinds) first[entity] = await importOne(entity)
  })

  it('every project is imported; names that differ by an apostrophe stay two', async () => {
    expect(first.projects).toEqual({
      rows: 2392,
      created: 2392,
      updated: 0,
      unchanged: 0,
      refused: 0,
      dryRun: false,
      refusals: [],
    })
    const projects = await list('projects')
    expect(projects).toHaveLength(2392)
    expect(new Set(projects.map(({ name }) => name).filter((name) => name!.startsWith('BYJU')))).toEqual(
      new Set(["BYJU'S", 'BYJU’S']),
    )
  })

  it('every investor is imported, a single word as the first name', async () => {
    expect(first.investors).toMatchObject({ rows: 3162, created: 3162, refused: 0 })
    const investors = await list('investors')
    expect(investors).toHaveLength(3162)
    expect(investors.filter(({ lastName }) => lastName === null)).toHaveLength(296)
  })

  it('readable investments are imported to the cent, the rest is refused with reasons', async () => {
    const { refusals, ...summary } = first.investments
    expect(summary).toEqual({ rows: 6033, created: 4153, updated: 0, unchanged: 0, refused: 1880, dryRun: false })
    const isAmount = (text: string) => text.includes('Amount (USD): Amount is required')
    const isDate = (text: string) => text.includes('Date: Expected a valid date as day/month/year')
    expect(refusals.filter(isAmount)).toHaveLength(1867)
    expect(refusals.filter(isDate)).toHaveLength(16)
    expect(refusals.filter((text) => isAmount(text) && isDate(text))).toHaveLength(3)
    const investments = await list('investments')
    expect(sum(investments.map(({ amount }) => amount!))).toBe('38115238091.24')
  })

  it('refused rows are listed by line', () => {
    const lines = readFileSync(`${data}investments.csv`, 'utf8').split('\n')
    const refused = new Set(first.investments.refusals.map((text) => Number(text.slice(0, text.indexOf(':')))))
    const isRefused = (line: string) => {
      const cells = line.split(',')
      return cells[2] === '' || !/^(\d\d?)\/(\d\d?)\/\d{4}$/.test(cells[3] ?? '')
    }
    const plain = lines.flatMap((line, i) => (i > 0 && line && !line.includes('"') ? [{ line, at: i + 1 }] : []))
    expect(plain.length).toBeGreaterThan(5900)
    expect(plain.filter(({ line, at }) => isRefused(line) !== refused.has(at))).toEqual([])
  })

  it('raised amounts and totals are the sums of the investments', async () => {
    const [projects, investors, investments] = [
      await list('projects'),
      await list('investors'),
      await list('investments'),
    ]
    const sums = new Map<string, string[]>()
    for (const { projectId, investorId, amount } of investments)
      for (const id of [projectId!, investorId!]) sums.set(id, [...(sums.get(id) ?? []), amount!])
    const isWrong = (total: string) => (row: Row) => row[total] !== sum(sums.get(row.id) ?? [])
    expect(projects.filter(isWrong('raisedAmount'))).toEqual([])
    expect(investors.filter(isWrong('totalInvested'))).toEqual([])
  })

  it('neither a second run nor a dry run changes anything', async () => {
    const number = await numberOf(server, firm.tenantId)
    for (const dryRun of [true, false]) {
      for (const entity of kinds) {
        const { rows, refused, refusals } = first[entity]
        expect(await importOne(entity, dryRun)).toEqual({
          rows,
          created: 0,
          updated: 0,
          unchanged: rows - refused,
          refused,
          dryRun,
          refusals,
        })
      }
    }
    expect(await numberOf(server, firm.tenantId)).toBe(number)
  })
})

it('a dry run previews without writing', async () => {
  const firm = await createFirm(server)
  const map = await readMapFile(`${data}projects.map.json`, 'projects')
  const dry = await importPath(server, firm.admin, 'projects', map, `${data}projects.csv`, true)
  expect(dry).toMatchObject({ rows: 2392, created: 2392, unchanged: 0, refused: 0, dryRun: true })
  expect(await numberOf(server, firm.tenantId)).toBe(0)
  expect(await (await as(server, firm.admin).get('/api/projects')).json()).toEqual([])
})
