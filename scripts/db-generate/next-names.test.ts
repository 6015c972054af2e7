import { expect, it, onTestFinished } from 'vitest'
import { roles } from '#schema/kernel/enumerations.ts'
import { namesText, readableNames, type ReadableNames } from '#schema/records/readable-names.ts'
import { asOwner, createTestDatabase } from '#server/test/database.ts'
import { readCommitted, statementsOf } from './committed.ts'
import { nextMigration } from './next-migration.ts'
import { nextNames } from './next-names.ts'
import { unnumberedChanges } from './unnumbered-changes.ts'

const committed = readCommitted()
const names = readableNames()

const withLocation = (readers: string): ReadableNames => {
  const { projects } = names
  return { ...names, projects: { ...projects!, fields: { ...projects!.fields, location: readers } } }
}
const ordinalOf = (statement: string | undefined) => Number(/ select (\d+), /.exec(statement!)![1])

it('GROW6 the committed migrations list what people may read', () => {
  expect(nextNames(committed.statements, names)).toEqual([])
})

it('GROW6 a field that a role may no longer read adds a row that restarts and narrows their scope', async () => {
  const { statements } = await nextMigration(committed, undefined, undefined, withLocation('staff'))
  expect(statements).toHaveLength(1)
  expect(statements[0]).toMatch(/^insert into readable_names .* select \d+, '{INVESTOR}', '{INVESTOR}', /)
  const next = [...committed.statements, ...statementsOf(`${statements[0]!};`)]
  expect(nextNames(next, withLocation('staff'))).toEqual([])
  const [back] = nextNames(next, names)
  expect(back).toMatch(/^insert into readable_names .* select \d+, '{INVESTOR}', '{}', /)
  expect(ordinalOf(back)).toBe(ordinalOf(statements[0]) + 1)
})

it('GROW6 a new field adds a row that restarts no scope', () => {
  const { projects } = names
  const more = { ...names, projects: { ...projects!, fields: { ...projects!.fields, "architect's": 'all' } } }
  const [statement] = nextNames(committed.statements, more)
  expect(statement).toMatch(/^insert into readable_names .* select \d+, '{}', '{}', /)
  expect(nextNames([...committed.statements, statement!], more)).toEqual([])
})

it('GROW6 a row names only the entities that differ, and the database stores all of them', async () => {
  const { drop, ownerUrl } = await createTestDatabase()
  onTestFinished(drop)
  const { deals: _, projects, ...others } = names
  const fields = { ...projects!.fields, "architect's": 'all' }
  const later = { ...others, harbours: names['projects']!, projects: { ...projects!, fields } }
  const [statement] = nextNames(committed.statements, later)
  expect(statement).not.toContain('investors')
  await asOwner({ ownerUrl }, async (sql) => {
    await sql.unsafe(statement!)
    const [stored] = await sql`select names::text as text from readable_names order by ordinal desc limit 1`
    expect(stored).toEqual({ text: namesText(later) })
  })
  expect(nextNames([...committed.statements, statement!], later)).toEqual([])
  const { deals, ...withoutDeals } = names
  expect(deals).toBeDefined()
  const [removal] = nextNames(committed.statements, withoutDeals)
  expect(nextNames([...committed.statements, removal!], withoutDeals)).toEqual([])
})

it('GROW6 a row that builds on a missing one is refused', async () => {
  const { drop, ownerUrl } = await createTestDatabase()
  onTestFinished(drop)
  const [statement] = nextNames(committed.statements, withLocation('staff')).slice(-1)
  await asOwner({ ownerUrl }, async (sql) => {
    await sql`delete from readable_names where ordinal = ${ordinalOf(statement) - 1}`
    await expect(sql.unsafe(statement!)).rejects.toThrow('null value in column "names"')
  })
})

it('GROW6 the first row begins every scope', () => {
  expect(nextNames([], names)[0]).toContain(`values (3, '{${roles.join()}}', '{INVESTOR}', '{`)
})

it.each<[string, string, Partial<ReadableNames[string]>, readonly string[]]>([
  ['an entity', 'valuations', { rows: { ...names['valuations']!.rows, INVESTOR: 'nothing' } }, ['valuations']],
  ['a field', 'projects', { fields: { ...names['projects']!.fields, location: 'staff' } }, []],
  [
    'the name by which records are called',
    'projects',
    { fields: { ...names['projects']!.fields, name: 'staff' } },
    ['projects', 'valuations', 'cashFlows', 'investments'],
  ],
  ['what only staff read', 'deals', { rows: { ...names['deals']!.rows, PORTFOLIO_MANAGER: 'nothing' } }, []],
])('GROW6 FOLLOW5 withdrawing %s also withdraws the activities of investors about it', (_, name, less, taken) => {
  const statements = nextNames(committed.statements, { ...names, [name]: { ...names[name]!, ...less } })
  const [, entities] = /entity_type in \((.*?)\)/.exec(statements[0]!) ?? []
  expect((entities?.match(/\w+/g) ?? []).toSorted()).toEqual(taken.toSorted())
  expect(statements.flatMap((each) => unnumberedChanges(each))).toEqual([])
})
