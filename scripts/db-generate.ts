// Writes the next migration from the table definitions; add data changes to it by hand. --check writes nothing and
// fails if a migration is missing.
import { parseArgs } from 'node:util'
import { findBreakingChanges } from './db-generate/breaking-changes.ts'
import { readCommitted } from './db-generate/committed.ts'
import { journalProblems } from './db-generate/journal-problems.ts'
import { nextMigration } from './db-generate/next-migration.ts'
import { findUnnumberedChanges } from './db-generate/unnumbered-changes.ts'
import { writeMigration } from './db-generate/write-migration.ts'

const usage = 'Usage: npm run db:generate -- NAME (in snake_case, for example add_exit_date), or --check'

async function check(): Promise<string[]> {
  const committed = readCommitted()
  const problems = [
    ...journalProblems(committed),
    ...findUnnumberedChanges(committed.tags),
    ...findBreakingChanges(committed.tags),
  ]
  const { statements } = await nextMigration(committed)
  const missing = statements.map((each) => `Missing from the migrations: ${each}`)
  return [...problems, ...missing, ...(missing.length > 0 ? ['Run npm run db:generate -- NAME'] : [])]
}

async function generate(name: string): Promise<void> {
  const committed = readCommitted()
  const problems = journalProblems(committed)
  if (problems.length > 0) throw new Error(problems.join('\n'))
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
  const problems = await check()
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
} else if (name === undefined || more.length > 0 || !/^[a-z][a-z_]*$/.test(name)) {
  console.error(usage)
  process.exitCode = 1
} else {
  await generate(name)
}
