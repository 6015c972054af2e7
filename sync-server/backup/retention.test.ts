import { expect, it } from 'vitest'
import { nameOfBackup } from './backup-folder.ts'
import { backupsToKeep } from './retention.ts'

const day = 86_400_000
const first = Date.parse('2025-01-01T03:00:00Z')
const daily = (days: number) => Array.from({ length: days }, (_, i) => nameOfBackup(new Date(first + i * day)))

const usual = { daily: 7, weekly: 5, monthly: 12 }

it('after two years of daily backups, 7 days, 5 weeks and 12 months are left', () => {
  const names = daily(730)
  const kept = [...backupsToKeep(names, usual)].toSorted()
  expect(kept.filter((name) => names.slice(-7).includes(name))).toHaveLength(7)
  // 31 December 2026 is a Thursday: the Sundays before it, and the last days of the months.
  expect(kept.map((name) => name.slice(0, 10))).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2026-12-06',
    '2026-12-13',
    '2026-12-20',
    '2026-12-25',
    '2026-12-26',
    '2026-12-27',
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
  ])
})

it('applied after each backup, it keeps the same as applied at the end', () => {
  let names: readonly string[] = []
  for (const name of daily(500)) names = [...backupsToKeep([...names, name], usual)]
  expect(names.toSorted()).toEqual([...backupsToKeep(daily(500), usual)].toSorted())
})

it('the newest backup stays, whatever the settings, and one of a day represents it', () => {
  const names = ['2026-01-01T01-00-00Z', '2026-01-01T02-00-00Z', '2026-01-02T01-00-00Z']
  expect([...backupsToKeep(names, { daily: 0, weekly: 0, monthly: 0 })]).toEqual(['2026-01-02T01-00-00Z'])
  expect([...backupsToKeep(names, { daily: 2, weekly: 0, monthly: 0 })].toSorted()).toEqual([
    '2026-01-01T02-00-00Z',
    '2026-01-02T01-00-00Z',
  ])
})
