// Files and rows come first; the firm appears with the last transaction.
import type { Database } from '#server/db/connect/database.ts'
import { verifySource } from '#server/entities/audit-logs/verify-chain.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { aboutText } from '#server/files/about-file.ts'
import { withoutRemovals } from '#server/files/removal-lock.ts'
import { storedKey } from '#server/files/uploads.ts'
import { chains } from '#server/firm-export/exported-trail.ts'
import { beginScopesIn } from '#server/firms/begin-scopes.ts'
import { deleteRows } from './delete-firm.ts'
import { firmEvent } from '#server/firms/suspended.ts'
import type { Events } from '#server/records/audit/events.ts'
import type { AuditKeys } from '#server/secrets/audit-keys.ts'
import type { Seals } from '#server/secrets/seal.ts'
import { createHash } from 'node:crypto'
import { exportedChain } from './exported-chain.ts'
import { openDirectoryRows } from './directory-rows.ts'
import { openExport, type FoundFile, type OpenExport } from './open-export.ts'
import { writeRows } from './write-rows.ts'

export interface ImportOptions {
  readonly database: Database
  readonly ownerUrl: string
  readonly store: FileStore
  readonly events: Pick<Events, 'writeWith'>
  readonly auditKeys: AuditKeys
  readonly seals: Seals
  readonly folder: string
  /** As for `verify-audit`. */
  readonly unkeyedUntil?: number
}

export interface ImportedFirm {
  readonly tenantId: string
  readonly name: string
  readonly rows: number
  readonly files: number
}

/** Null while a backup or an export runs. Throws before it writes if the export is incomplete or the firm exists. */
export const importFirm = (options: ImportOptions): Promise<ImportedFirm | null> =>
  withoutRemovals(options.database, async (requireLock) => {
    const { database, ownerUrl, store, events, seals, folder } = options
    const from = await openExport(folder)
    const { tenantId, files } = from
    await verifyTrails(from, options)
    const directory = await openDirectoryRows(from, seals)
    await directory.requireAbsent(database.directory)
    for (const file of files) await storeFile(store, from, file)
    await requireLock()
    await deleteRows(ownerUrl, tenantId, 'unlisted')
    const rows = await writeRows({
      ownerUrl,
      from,
      seals,
      now: database.clock.now(),
      async beforeCommit(tx) {
        await beginScopesIn(tx, directory.userIds)
        await events.writeWith(tx, firmEvent('import', tenantId))
      },
    })
    await requireLock()
    await directory.insert(database.directory)
    return { tenantId, name: directory.name, rows, files: files.length }
  })

async function verifyTrails(from: OpenExport, { auditKeys, unkeyedUntil = 0 }: ImportOptions): Promise<void> {
  for (const chain of chains) {
    const source = { tenantId: from.tenantId, chain }
    const until = chain === 'records' ? unkeyedUntil : 0
    const { findings } = await verifySource(await exportedChain(from, chain), auditKeys, source, [], until)
    const [first] = findings
    if (first)
      throw new Error(
        `The audit trail of the export is not valid: ${chain}, position ${first.position ?? 'unknown'}: ${first.problem}. If a key is missing, add it to the secret keys of this server, after its own.`,
      )
  }
}

async function storeFile(store: FileStore, from: OpenExport, file: FoundFile): Promise<void> {
  const bytes = await from.bytes(file)
  if (bytes.length !== file.size || createHash('sha256').update(bytes).digest('hex') !== file.sha256)
    throw new Error(`${file.path} does not have the size and hash in files.csv`)
  await store.keep(storedKey(from.tenantId, file), bytes, file.isHeld ? undefined : aboutText(file))
}
