import { existsSync, readFileSync } from 'node:fs'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect/database.ts'
import { headsPath } from '#server/entities/audit-logs/export-heads.ts'
import { type Finding, hasNoKey } from '#server/entities/audit-logs/verify-chain.ts'
import { readHeads, verifyTrail } from '#server/entities/audit-logs/verify-trail.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { openKeys } from '#server/secrets/keys.ts'
import { CommandError } from './command.ts'
import { requireFirm } from './require-firm.ts'

interface VerifyOptions {
  readonly firm: string
  readonly 'unkeyed-until': string
}

export async function verifyAuditCommand(
  database: Database,
  { firm, ...args }: VerifyOptions,
  config: Config,
): Promise<string> {
  const keys = createAuditKeys(openKeys(config, () => new Date()))
  const path = headsPath(config)
  const { heads, wrong } = readHeads(keys, existsSync(path) ? readFileSync(path, 'utf8') : '')
  const problems = wrong.map((line) => `${path}, line ${line}: no server with one of the keys wrote it`)
  const until = Number(args['unkeyed-until'])
  const unwitnessed: string[] = []
  const all = await database.directory<{ id: string; name: string }[]>`
    select id, name from directory.tenants order by name`
  const named = firm ? [{ id: await requireFirm(database, firm), name: firm }] : all
  for (const { id, name } of named) {
    const began = performance.now()
    const { entries, findings, found, isWitnessed } = await verifyTrail(database, keys, id, heads, until)
    if (!isWitnessed) unwitnessed.push(name)
    const rate = Math.round((entries * 1_000) / (performance.now() - began))
    problems.push(...findings.map((each) => `${name}: ${findingLine(each)}`))
    if (found > findings.length) problems.push(`${name}: and ${found - findings.length} more`)
    console.log(`${name}: ${entries} entries, ${rate} a second, ${found ? `${found} findings` : 'nothing found'}`)
  }
  if (problems.some((line) => line.endsWith(hasNoKey)))
    console.log(
      'Entries from before there were keys have none. If these are such, --unkeyed-until POSITION accepts them up to a position that you know from elsewhere; of a firm that began with keys no entry is without one.',
    )
  if (until)
    console.log(
      `Entries without a key were accepted up to position ${until}: only the keyed entries after them vouch for them.`,
    )
  if (problems.length) throw new CommandError(`The audit trail is not as it was written:\n${problems.join('\n')}`)
  if (!unwitnessed.length)
    return 'The audit trail is as it was written, up to the ends that were exported last at least.'
  return `Nothing was found. But ${path} does not hold an end of both chains of ${unwitnessed.join(', ')}: whether a chain was emptied, or cut off and given an older end, nobody can say.`
}

const findingLine = ({ chain, position, id, problem }: Finding): string =>
  `${chain}, position ${position ?? 'unknown'}: ${id ? `entry ${id}` : 'the entry'} ${problem}`
