import i18next from 'i18next'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCsv } from '#schema/import/read-csv.ts'
import { type Language, languages } from '#schema/app/languages.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { runToEnd } from '#schema/kernel/steps.ts'
import { speakLanguage, startI18n } from '#web/i18n/i18n.ts'
import type { AuditEntry } from './entry.ts'
import { trailCsv } from './trail-csv.ts'

const [english, ...others] = languages

beforeAll(async () => {
  if (!i18next.isInitialized) await startI18n()
})
afterAll(() => speakLanguage(english))

const omar = '00000000-0000-7000-8000-00000000000a'
const quay = '00000000-0000-7000-8000-00000000000b'
const gone = '00000000-0000-7000-8000-00000000000c'
const names: Readonly<Record<string, Values>> = {
  [omar]: { firstName: 'Omar', lastName: 'Nasser' },
  [quay]: { name: 'Quay' },
}
const read = (_: string, id: string) => names[id]

const entries: readonly AuditEntry[] = [
  {
    id: '2',
    timestamp: '2025-06-29T09:00:00.000Z',
    deviceTime: null,
    actor: { kind: 'person', userId: omar, name: 'Omar Nasser', role: 'ADMIN', job: null, file: null },
    action: 'projects.update',
    outcome: 'refused',
    entity: 'projects',
    recordId: quay,
    before: { id: quay, type: 'COMMERCIAL', location: null },
    after: { id: quay, type: 'AGRICULTURE', location: 'Dubai' },
    details: { code: 'FORBIDDEN' },
  },
  {
    id: '1',
    timestamp: '2025-06-28T09:00:00.000Z',
    deviceTime: null,
    actor: { kind: 'job', userId: null, name: null, role: null, job: 'commissionRun', file: null },
    action: 'jobs.run',
    outcome: 'failed',
    entity: 'jobs',
    recordId: null,
    before: null,
    after: null,
    details: { repeated: 3 },
  },
]

async function fileIn(language: Language, exported = entries) {
  await speakLanguage(language)
  const text = runToEnd(trailCsv(exported, read))
  const rows: (readonly string[])[] = []
  for await (const { cells } of readCsv([text.slice(1)])) rows.push(cells)
  const [heads, ...lines] = rows
  return lines.map((cells) =>
    Object.fromEntries(cells.flatMap((cell, at) => (cell === '' ? [] : [[heads![at]!, cell] as const]))),
  )
}

test('the file has the same words as the screen, in the same columns', async () => {
  expect(await fileIn(english)).toEqual([
    {
      Time: '2025-06-29T09:00:00.000Z',
      User: 'Omar Nasser',
      Role: 'Administrator',
      Action: 'Updated project',
      'Record type': 'Projects',
      Name: 'Quay',
      Outcome: 'Refused',
      'Reason for refusal': 'No permission',
      Before: 'Type: Commercial',
      After: 'Type: Agriculture, Location: Dubai',
      'Record ID': quay,
      'Entry ID': '2',
    },
    {
      Time: '2025-06-28T09:00:00.000Z',
      User: 'Holdfast (background task)',
      Action: 'Background task',
      'Record type': 'Other data',
      Name: 'Calculate commissions',
      Outcome: 'Failed',
      'Background task': 'Calculate commissions',
      'Actions counted in this entry': '3',
      'Entry ID': '1',
    },
  ])
})

test('values are words, and records and people have names', async () => {
  const [first] = entries
  const investment = { projectId: quay, status: 'FUNDED', amount: '1250.50', investorId: gone }
  const [line] = await fileIn(english, [{ ...first!, entity: 'investments', before: investment, after: null }])
  expect(line!['Before']).toBe(`Project: Quay, Status: Active, Amount: 1250.50, Investor: ${gone}`)
  const account = { userId: omar, isActive: false, extra: { a: ['x', 'y'], b: 7 } }
  const [other] = await fileIn(english, [
    { ...first!, entity: 'bankAccounts', before: null, after: account, details: { secrets: ['accountNumber'] } },
  ])
  expect(other!['After']).toMatch(/: Omar Nasser, .+: Inactive, extra: x, y, 7$/)
  expect(other!['Changed values (not recorded)']).toBe('Account number')
})

test('import counts are words, and technical notification data is left out', async () => {
  const [first] = entries
  const counted = { rows: 3, created: 1, refused: 2 }
  const notice = { kind: 'PROJECT_SHOWN', titleKey: 'notifications:titles.PROJECT_SHOWN', params: { id: quay } }
  const choices = { pushKinds: ['PROJECT_SHOWN', 'INVESTMENT_NEW'] }
  const after = async (entity: string, values: Values) =>
    (await fileIn(english, [{ ...first!, entity, before: null, after: values }]))[0]!['After']
  expect(await after('projects', counted)).toBe('Rows: 3, New: 1, Refused: 2')
  expect(await after('notifications', notice)).toBe('Type: Project now visible to investors')
  expect(await after('userPreferences', choices)).toMatch(/: Project now visible to investors, New investment$/)
})

test.each(others)('in $name no header and no product word is in English', async (language) => {
  const textsIn = (lines: readonly Readonly<Record<string, string>>[]) =>
    lines.flatMap((line) => Object.entries(line).flat())
  const before = new Set(textsIn(await fileIn(english)))
  // French has the word “Action”, too.
  const same = textsIn(await fileIn(language)).filter((each) => before.has(each) && each !== 'Action')
  expect(same).toEqual([
    '2025-06-29T09:00:00.000Z',
    'Omar Nasser',
    'Quay',
    quay,
    '2',
    '2025-06-28T09:00:00.000Z',
    '3',
    '1',
  ])
})
