import { describe, expect, it } from 'vitest'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import { investor, project, remove } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { importPath, setupFolder, viewerOf } from '#server/test/importing.ts'
import { setupServer } from '#server/test/server.ts'
import { runImport } from './run-import.ts'

const server = await setupServer()
const fileOf = setupFolder()

const projectsMap: ImportMap = {
  columns: { Name: 'name', Type: 'type', City: 'location', Status: 'status' },
}
const investmentsMap: ImportMap = {
  columns: {
    Project: { field: 'projectId', find: 'name' },
    Mail: { field: 'investorId', find: 'email' },
    Amount: 'amount',
    Date: 'investmentDate',
    Status: 'status',
  },
}
const projectsHeader = 'Name,Type,City,Status'
const investmentsHeader = 'Project,Mail,Amount,Date,Status'

async function setupFirm() {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const run = (entity: Importable, map: ImportMap, header: string, lines: readonly string[], dryRun = false) =>
    importPath(server, firm.admin, entity, map, fileOf('file.csv', [header, ...lines, ''].join('\n')), dryRun)
  return {
    ...firm,
    staff,
    number: () => numberOf(server, firm.tenantId),
    projects: (lines: readonly string[], dryRun?: boolean) =>
      run('projects', projectsMap, projectsHeader, lines, dryRun),
    investments: (lines: readonly string[], dryRun?: boolean) =>
      run('investments', investmentsMap, investmentsHeader, lines, dryRun),
    list: async (entity: Importable): Promise<Record<string, unknown>[]> =>
      (await (await staff.get(`/api/${entity}`)).json()) as Record<string, unknown>[],
  }
}

it.each([true, false])('a phone number without five digits is refused with its row (dry run: %s)', async (dryRun) => {
  const { admin, staff, list } = await setupFirm()
  await staff.write(investor({ firstName: 'Ada', email: 'ada@example.com', phone: '+1 555 0100' }))
  const map = { columns: { Name: 'firstName', Mail: 'email', Phone: 'phone' } } as const
  const lines = [
    'Name,Mail,Phone',
    'Ada,ada@example.com,abc',
    'Bo,bo@example.com,none',
    'Cem,cem@example.com,+90 532 1',
  ]
  const done = await importPath(server, admin, 'investors', map, fileOf('people.csv', `${lines.join('\n')}\n`), dryRun)
  expect(done).toMatchObject({ rows: 3, created: 1, updated: 0, refused: 2 })
  expect(done.refusals).toEqual([
    expect.stringMatching(/^2: .*phone number/),
    expect.stringMatching(/^3: .*phone number/),
  ])
  expect((await list('investors')).find(({ firstName }) => firstName === 'Ada')).toMatchObject({ phone: '+1 555 0100' })
})

describe('existing rows', () => {
  it('match in any letter case, update differences, and keep their name', async () => {
    const { staff, projects, list } = await setupFirm()
    await staff.write(project({ name: 'Ola', type: 'VENTURE_CAPITAL', location: 'Bangalore' }))
    const file = ['OLA,VENTURE_CAPITAL,Bengaluru,', 'Oyo,REAL_ESTATE,Gurgaon,EXITED']
    expect(await projects(file)).toMatchObject({ rows: 2, created: 1, updated: 1, unchanged: 0, refused: 0 })
    expect(await list('projects')).toMatchObject([
      { name: 'Ola', location: 'Bengaluru', status: 'FUNDED' },
      { name: 'Oyo', location: 'Gurgaon', status: 'EXITED' },
    ])
    expect(await projects(file)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })

  it('keep their value where a cell is blank', async () => {
    const { staff, projects, list, number } = await setupFirm()
    await staff.write(project({ name: 'Ola', type: 'REAL_ESTATE', location: 'Delhi', status: 'EXITED' }))
    const before = await number()
    expect(await projects(['Ola,REAL_ESTATE,,'])).toMatchObject({ unchanged: 1 })
    expect(await number()).toBe(before)
    expect(await list('projects')).toMatchObject([{ location: 'Delhi', status: 'EXITED' }])
  })

  it('are ignored when deleted', async () => {
    const { staff, projects } = await setupFirm()
    const gone = project({ name: 'Ola' })
    await staff.write(gone)
    await staff.write(remove('projects', gone.id))
    expect(await projects(['Ola,REAL_ESTATE,,'])).toMatchObject({ created: 1 })
  })

  it('are ignored in other firms', async () => {
    const other = await setupFirm()
    await other.projects(['Ola,REAL_ESTATE,,'])
    const { projects, list } = await setupFirm()
    expect(await projects(['Ola,REAL_ESTATE,,'])).toMatchObject({ created: 1 })
    expect(await list('projects')).toHaveLength(1)
  })

  it('that differ by letter case only need the exact name, otherwise the row is refused', async () => {
    const { staff, projects } = await setupFirm()
    await staff.write(project({ name: 'Ola' }), project({ name: 'OLA' }))
    const { refusals, ...counts } = await projects(['OLA,REAL_ESTATE,Delhi,', 'ola,REAL_ESTATE,Delhi,'])
    expect(counts).toMatchObject({ updated: 1, refused: 1 })
    expect(refusals).toEqual(['3: Several projects have this key, so the row cannot be matched to one of them'])
  })
})

describe('rows of one file with the same key', () => {
  it('are one project: the second changes the first', async () => {
    const { projects, list } = await setupFirm()
    const file = ['Ola,REAL_ESTATE,Delhi,', 'ola,REAL_ESTATE,Pune,', 'Ola,REAL_ESTATE,Pune,']
    const counts = { rows: 3, created: 1, updated: 1, unchanged: 1, refused: 0 }
    expect(await projects(file, true)).toMatchObject(counts)
    expect(await projects(file)).toMatchObject(counts)
    expect(await list('projects')).toMatchObject([{ name: 'Ola', location: 'Pune' }])
  })

  it('are one project in a dry run, even across batches', async () => {
    const { projects, number } = await setupFirm()
    const many = Array.from({ length: 600 }, (_, i) => `P${i},REAL_ESTATE,,`)
    const counts = await projects([...many, 'p3,REAL_ESTATE,Pune,', 'P3,REAL_ESTATE,Pune,'], true)
    expect(counts).toMatchObject({ created: 600, updated: 1, unchanged: 1, refused: 0 })
    expect(await number()).toBe(0)
  })

  it('are separate investments, and a second run matches each', async () => {
    const { staff, investments, list } = await setupFirm()
    await staff.write(project({ name: 'Ola' }), investor({ email: 'a@b.co' }))
    const round = 'ola,A@B.CO,500,2020-07-05,FUNDED'
    expect(await investments([round, round], true)).toMatchObject({ created: 2 })
    expect(await investments([round, round])).toMatchObject({ created: 2, refused: 0 })
    expect(await investments([round, round])).toMatchObject({ created: 0, unchanged: 2 })
    expect(await investments([round, round, round])).toMatchObject({ created: 1, unchanged: 2 })
    expect(await investments([round, round.replace('FUNDED', 'EXITED'), round])).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 2,
    })
    expect(await list('projects')).toMatchObject([{ raisedAmount: '1500.00' }])
  })
})

describe('references', () => {
  it('with no match or several are refused with the reason', async () => {
    const { staff, investments } = await setupFirm()
    await staff.write(project({ name: 'Ola' }), project({ name: 'OLA' }), investor({ email: 'a@b.co' }))
    const { refusals, ...counts } = await investments([
      'OLA,a@b.co,1,2020-07-05,',
      'ola,a@b.co,1,2020-07-05,',
      'Ola,b@b.co,1,2020-07-05,',
    ])
    expect(counts).toMatchObject({ created: 1, refused: 2 })
    expect(refusals).toEqual([
      '3: Project: Several projects have this name',
      '4: Mail: There is no investor with this email',
    ])
  })
})

describe('unreadable rows', () => {
  it('are refused with their line; the rest is imported', async () => {
    const { projects } = await setupFirm()
    const { refusals, ...counts } = await projects([
      '"Two\nlines",REAL_ESTATE,,',
      'Short,REAL_ESTATE',
      '',
      'Long,REAL_ESTATE,,,more',
      '"Open,REAL_ESTATE,,',
      'Unknown,SHOP,,',
      'Good,REAL_ESTATE,,',
    ])
    expect(counts).toMatchObject({ rows: 6, created: 2, refused: 4 })
    expect(refusals).toEqual([
      '4: Expected 4 columns, found 2',
      '6: Expected 4 columns, found 5',
      '7: A quotation mark is misplaced in this line',
      expect.stringContaining('8: Type: Choose one of: REAL_ESTATE'),
    ])
  })

  it('or rule violations are refused with the reason', async () => {
    const { staff, admin } = await setupFirm()
    await staff.write(project({ name: 'Ola' }), investor({ email: 'a@b.co' }))
    const map: ImportMap = {
      ...investmentsMap,
      columns: { ...investmentsMap.columns, Until: 'redemptionDate' },
    }
    const path = fileOf('until.csv', `${investmentsHeader},Until\nOla,a@b.co,1,2020-07-05,,2020-01-01\n`)
    const { refusals } = await importPath(server, admin, 'investments', map, path)
    expect(refusals).toEqual(['2: redemptionDate: The redemption date must not be before the investment date'])
  })
})

describe('an import beside other writers', () => {
  it('finds a row created meanwhile, and sends a hint for every batch', async () => {
    const { admin, staff, tenantId, list } = await setupFirm()
    const hints: number[] = []
    const unsubscribe = server.hints.subscribe(tenantId, ({ number }) => hints.push(number))
    async function* rows(): AsyncGenerator<CsvRecord> {
      for (let i = 0; i < 500; i++) yield { line: i + 2, cells: [`P${i}`, 'REAL_ESTATE'], isBroken: false }
      await staff.post('/api/projects', { name: 'Ola', type: 'REAL_ESTATE' })
      yield { line: 502, cells: ['ola', 'REAL_ESTATE'], isBroken: false }
    }
    const summary = await runImport(server, {
      viewer: viewerOf(admin),
      entity: 'projects',
      map: { columns: { Name: 'name', Type: 'type' } },
      file: { name: 'projects.csv', header: ['Name', 'Type'], rows },
      dryRun: false,
      onRefused: () => {},
    })
    expect(summary).toMatchObject({ rows: 501, created: 500, unchanged: 1 })
    expect(await list('projects')).toHaveLength(501)
    await expect.poll(() => hints.at(-1), { message: 'the rows, and the run' }).toBe(502)
    unsubscribe()
  })

  it('creates each row once when two imports run in parallel', async () => {
    const { projects, list } = await setupFirm()
    const lines = Array.from({ length: 700 }, (_, i) => `P${i},REAL_ESTATE,,`)
    const [one, two] = await Promise.all([projects(lines), projects(lines)])
    expect(one.created + two.created).toBe(700)
    expect(await list('projects')).toHaveLength(700)
  })
})

it('valuations and cash flows are imported once, a later file corrects the value of a day', async () => {
  const { staff, admin, list } = await setupFirm()
  await staff.write(
    project({ name: 'Quay', type: 'COMMERCIAL' }),
    investor({ firstName: 'Ada', email: 'ada@example.com' }),
  )
  const importText = (entity: Importable, map: ImportMap, text: string) =>
    importPath(server, admin, entity, map, fileOf('file.csv', text))
  const valuations: ImportMap = {
    columns: { Project: { field: 'projectId', find: 'name' }, Day: 'valuationDate', NAV: 'nav' },
    formats: { Day: { dates: 'day-first' }, NAV: { decimals: ',' } },
  }
  const days = 'Project;Day;NAV\nquay;31/12/2024;1.250,50\nQuay;30/06/2025;1.300\nPier;30/06/2025;1\n'
  expect(await importText('valuations', valuations, days)).toMatchObject({ created: 2, refused: 1 })
  expect(await importText('valuations', valuations, days)).toMatchObject({ created: 0, unchanged: 2 })
  const corrected = await importText('valuations', valuations, 'Project;Day;NAV\nQuay;30/06/2025;1.400\n')
  expect(corrected).toMatchObject({ updated: 1, created: 0 })
  expect(new Set((await list('valuations')).map(({ nav }) => nav))).toEqual(new Set(['1250.50', '1400.00']))

  const cashFlows: ImportMap = {
    columns: {
      Project: { field: 'projectId', find: 'name' },
      Mail: { field: 'investorId', find: 'email' },
      Day: 'date',
      Kind: 'type',
      Sum: 'amount',
    },
  }
  const flows = `Project,Mail,Day,Kind,Sum\n${'Quay,ada@example.com,2025-01-31,CAPITAL_CALL,500\n'.repeat(2)}`
  expect(await importText('cashFlows', cashFlows, flows)).toMatchObject({ created: 2, refused: 0 })
  expect(await importText('cashFlows', cashFlows, flows)).toMatchObject({ created: 0, unchanged: 2 })
})
