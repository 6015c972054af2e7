// Writes the next migration from the table definitions; add data changes to it by hand. --check writes nothing and
// fails if a migration is missing.
import { parseArgs } from 'node:util'
import { breakingIn } from './db-generate/breaking-changes.ts'
import { readCommitted } from './db-generate/committed.ts'
import { journalMistakes } from './db-generate/journal-mistakes.ts'
import { nextMigration } from './db-generate/next-migration.ts'
import { unnumberedIn } from './db-generate/unnumbered-changes.ts'
import { writeMigration } from './db-generate/write-migration.ts'

const usage = 'Usage: npm run db:generate -- NAME (in snake_case, for example add_exit_date), or --check'

async function check(): Promise<string[]> {
  const committed = readCommitted()
  const mistakes = [...journalMistakes(committed), ...unnumberedIn(committed.tags), ...breakingIn(committed.tags)]
  const { statements } = await nextMigration(committed)
  const missing = statements.map((each) => `Missing from the migrations: ${each}`)
  return [...mistakes, ...missing, ...(missing.length > 0 ? ['Run npm run db:generate -- NAME'] : [])]
}

async function generate(name: string): Promise<void> {
  const committed = readCommitted()
  const mistakes = journalMistakes(committed)
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  const next = await nextMigration(committed)
  console.log(
    next.statements.length === 0
      ? 'No schema changes: no migration was written.'
      : writeMigration(committed, next, name),
  )
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
const [name, ...more] = positionals
if (values.check) {
  const mistakes = await check()
  for (const mistake of mistakes) console.error(mistake)
  process.exitCode = mistakes.length > 0 ? 1 : 0
} else if (name === undefined || more.length > 0 || !/^[a-z][a-z_]*$/.test(name)) {
  console.error(usage)
  process.exitCode = 1
} else {
  await generate(name)
}
