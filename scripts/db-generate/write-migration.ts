import { writeFileSync } from 'node:fs'
import { type Committed, migrationsFolder } from './committed.ts'
import { migrationNumber } from './journal-problems.ts'
import type { NextMigration } from './next-migration.ts'

export function writeMigration(
  { journal }: Pick<Committed, 'journal'>,
  { statements, snapshot }: NextMigration,
  name: string,
  folder = migrationsFolder,
): string {
  const { entries } = journal
  const tag = `${migrationNumber(entries.length)}_${name}`
  // Drizzle runs only migrations with a later `when` than the last one applied.
  const when = Math.max(Date.now(), (entries.at(-1)?.when ?? 0) + 1)
  const entry = { idx: entries.length, version: snapshot.version, when, tag, breakpoints: true }
  const writeJson = (file: string, value: unknown) =>
    writeFileSync(`${folder}/meta/${file}`, JSON.stringify(value, null, 2))
  const path = `${folder}/${tag}.sql`
  writeFileSync(path, statements.map((each) => `${each};`).join('\n--> statement-breakpoint\n') + '\n')
  writeJson('snapshot.json', snapshot)
  writeJson('_journal.json', { ...journal, entries: [...entries, entry] })
  return path
}
