// npm run db:generate -- NAME: add changes to existing rows by hand. With --check it fails if there is something to
// write.
import { parseArgs } from 'node:util'
import { breakingIn } from './db-generate/breaking-changes.ts'
import { readCommitted } from './db-generate/committed.ts'
import { journalMistakes } from './db-generate/journal-mistakes.ts'
import { nextMigration } from './db-generate/next-migration.ts'
import { unnumberedIn } from './db-generate/unnumbered-changes.ts'
import { writeMigration } from './db-generate/write-migration.ts'

const usage = 'Usage: npm run db:generate -- NAME (what changes, as in more_fields), or --check'

async function check(): Promise<string[]> {
  const committed = readCommitted()
  const mistakes = [...journalMistakes(committed), ...unnumberedIn(committed.tags), ...breakingIn(committed.tags)]
  const { statements } = await nextMigration(committed)
  const missing = statements.map((each) => `No migration says: ${each}`)
  return [...mistakes, ...missing, ...(missing.length > 0 ? ['Run npm run db:generate -- NAME'] : [])]
}

async function generate(name: string): Promise<void> {
  const committed = readCommitted()
  const mistakes = journalMistakes(committed)
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  const next = await nextMigration(committed)
  console.log(
    next.statements.length === 0
      ? 'The migrations say what the definitions say.'
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
