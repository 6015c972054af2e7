import { describe, expect, it } from 'vitest'
import { breakingChanges, findBreakingChanges } from './breaking-changes.ts'
import { readCommitted } from './committed.ts'

const breakpoint = '--> statement-breakpoint\n'
const unused = () => false
const contract = '-- contract: projects.old_name is unused since 1a2b3c4d\n'
const dropped = `${contract}ALTER TABLE "projects" DROP COLUMN "old_name"`

describe('a migration that breaks the last release', () => {
  it('is not committed', () => {
    expect(findBreakingChanges(readCommitted().tags)).toEqual([])
  })

  it.each([
    ['drops a table', 'DROP TABLE "projects"'],
    ['drops a column', 'ALTER TABLE "projects" DROP COLUMN "location"'],
    ['drops a column without saying so', 'alter table projects drop location'],
    ['drops a function', 'drop function next_number(uuid)'],
    ['drops a policy', 'drop policy of_tenant on projects'],
    ['drops a key that writes name', 'ALTER TABLE "projects" DROP CONSTRAINT "projects_tenant_id_id_pk"'],
    ['renames a column', 'ALTER TABLE "projects" RENAME COLUMN "location" TO "place"'],
    ['renames a table', 'ALTER TABLE "projects" RENAME TO "ventures"'],
    ['changes a type', 'ALTER TABLE "projects" ALTER COLUMN "duration" SET DATA TYPE integer'],
    ['requires a value', 'ALTER TABLE "projects" ALTER COLUMN "location" SET NOT NULL'],
    ['requires a value that had a default', 'ALTER TABLE "projects" ALTER COLUMN "currency" DROP DEFAULT'],
    ['adds a required column', 'ALTER TABLE "projects" ADD COLUMN "place" text NOT NULL'],
    ['adds a check', 'alter table projects add constraint positive check (target_amount > 0)'],
    ['adds a unique index', 'CREATE UNIQUE INDEX "projects_name" ON "projects" ("tenant_id","name")'],
    [
      'adds a key to a column that exists',
      'alter table deals add constraint deals_source_id_fk foreign key (tenant_id, source_id) references referrals (tenant_id, id)',
    ],
    ['takes a right', 'revoke all on projects from holdfast_app'],
    ['does so in a block', `do $$ begin execute format('alter table %I drop column old', name); end $$`],
    ['declares another column', `${contract}ALTER TABLE "projects" DROP COLUMN "location"`],
  ])('is reported when it %s', (_, text) => {
    expect(breakingChanges(text, unused)).toHaveLength(1)
  })

  it('is reported when it removes what the named release still uses, or one that Git lacks', () => {
    expect(breakingChanges(dropped, () => true)).toEqual(['1a2b3c4d still uses projects.old_name'])
    expect(breakingChanges(dropped, () => undefined)).toEqual([
      'Git has no commit 1a2b3c4d, after which projects.old_name is unused',
    ])
  })

  it.each([
    ['removes what it declares', dropped],
    [
      'adds a table with keys',
      `CREATE TABLE "tags" ("id" uuid NOT NULL);${breakpoint}CREATE UNIQUE INDEX "t" ON "tags" ("id")`,
    ],
    ['adds a column that may be empty', 'ALTER TABLE "projects" ADD COLUMN "place" text'],
    ['adds a column with a default', `ALTER TABLE "projects" ADD COLUMN "place" text DEFAULT 'Izmir' NOT NULL`],
    [
      'adds a key of a new column',
      `ALTER TABLE "deals" ADD COLUMN "broker_id" uuid;${breakpoint}alter table deals add constraint deals_broker_id_fk foreign key (tenant_id, broker_id) references referrals (tenant_id, id)`,
    ],
    ['lets a column be empty', 'ALTER TABLE "projects" ALTER COLUMN "currency" DROP NOT NULL'],
    ['drops a foreign key', 'alter table deals drop constraint deals_source_id_fk'],
    ['drops an index', 'DROP INDEX "projects_n"'],
    [
      'replaces a function',
      'create or replace function next_number(uuid) returns bigint as $$ select 1 $$ language sql',
    ],
    ['only speaks of it', '-- alter table projects drop column location\nselect 1'],
  ])('is not one that %s', (_, text) => {
    expect(breakingChanges(text, unused)).toEqual([])
  })
})
