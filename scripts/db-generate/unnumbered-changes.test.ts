import { describe, expect, it } from 'vitest'
import { readCommitted } from './committed.ts'
import { unnumberedChanges, findUnnumberedChanges } from './unnumbered-changes.ts'

const { tags } = readCommitted()
const numbers = 'update tenant_numbers set n = last where tenant_id = tenant;'
const filled = (set: string) => `do $$ begin update projects p set ${set} where tenant_id = tenant; ${numbers} end $$`

describe('a migration', () => {
  it('GROW5 gives every row that it changes a new number, in every committed file', () => {
    expect(tags.length).toBeGreaterThan(10)
    expect(findUnnumberedChanges(tags)).toEqual([])
  })

  it.each([
    ['fills a field', `update projects set location = 'Izmir'`],
    ['fills a field under another name', `UPDATE "projects" AS p SET "location" = o.at FROM offices o WHERE p.n = o.n`],
    ['fills a field in a block', filled(`location = 'Izmir'`)],
    ['shows investors more', 'update activities set shown = true, investor_id = null where tenant_id = tenant'],
    ['numbers rows, and takes no numbers', `update projects set n = n + 1, location = 'Izmir'`],
    [
      'fills one table and numbers another',
      `${filled('n = 3')};\n--> statement-breakpoint\nupdate investors set phone = ''`,
    ],
    ['fills tables by made-up names', `execute format('update %I set location = null', name)`],
    ['deletes rows', 'delete from valuations where nav = 0'],
    ['empties a table', 'TRUNCATE TABLE "valuations"'],
    ['sets another default', `ALTER TABLE "projects" ALTER COLUMN "currency" SET DEFAULT 'EUR'`],
    ['drops a default', 'ALTER TABLE "projects" ALTER COLUMN "currency" DROP DEFAULT'],
    [
      'reads values differently',
      'alter table projects alter column duration set data type integer using duration::integer',
    ],
    ['renames a field', 'ALTER TABLE "projects" RENAME COLUMN "location" TO "place"'],
  ])('GROW5 is reported when it %s', (_, text) => {
    expect(unnumberedChanges(text)).toHaveLength(1)
  })

  it.each([
    ['fills a field under new numbers', filled(`location = 'Izmir', n = last + next.step`)],
    ['changes what no device has', `update epochs set began = 0; update audit_logs set at = now()`],
    ['adds a field', `ALTER TABLE "projects" ADD COLUMN "place" text DEFAULT 'Izmir' NOT NULL`],
    ['lets a field be empty', 'ALTER TABLE "projects" ALTER COLUMN "currency" DROP NOT NULL'],
    [
      'sets another default, and numbers the rows',
      `ALTER TABLE "projects" ALTER COLUMN "currency" SET DEFAULT 'EUR';--> statement-breakpoint\n${filled('n = last + 1')}`,
    ],
    ['only speaks of it', `-- update projects set location = null\nselect 1`],
  ])('is accepted when it %s', (_, text) => {
    expect(unnumberedChanges(text)).toEqual([])
  })
})
