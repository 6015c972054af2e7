// Writes the ends of the audit chains to a file and the log. Out of an attacker's reach, they reveal removed entries.
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { JobKind } from '#server/jobs/job.ts'
import type { ChainName } from '#server/records/audit/audit-chain.ts'
import { lineOfHead } from './exported-heads.ts'
import { readHead } from './read-chain.ts'

const day = 86_400_000
const chains: readonly ChainName[] = ['records', 'events']

type HeadsConfig = Pick<Config, 'AUDIT_HEADS_FILE' | 'DATA_DIR'>

export const headsPath = ({ AUDIT_HEADS_FILE, DATA_DIR }: HeadsConfig): string =>
  AUDIT_HEADS_FILE ?? join(DATA_DIR, 'audit-heads')

/** A demo's terminal shows its welcome instead. */
export const createHeadWriter = (config: HeadsConfig, log: Pick<Logger, 'info' | 'debug'>, isDemo: boolean) => {
  const path = headsPath(config)
  return async (line: string): Promise<void> => {
    log[isDemo ? 'debug' : 'info']({ event: 'audit head', head: line }, 'the audit trail ends here')
    await appendFile(path, `${line}\n`, { mode: 0o600 })
  }
}

export const exportHeads = (writeHead: (line: string) => Promise<void>): JobKind => ({
  everyMs: day,
  async run({ database, auditKeys, now }, { tenantId }) {
    const at = now().toISOString()
    const lines = await database.snapshot(tenantId, async (tx) => {
      const ends = await Promise.all(chains.map(async (chain) => ({ chain, end: await readHead(tx, chain) })))
      return ends.flatMap(({ chain, end }) =>
        end ? [lineOfHead(auditKeys.newest(), { at, tenantId, chain, place: end.place, hash: end.hash })] : [],
      )
    })
    for (const line of lines) await writeHead(line)
  },
})
