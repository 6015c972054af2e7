// Ids stay the same on the other device, so the server accepts each change and file once (PUSH3, FILE11).
import { createsRow } from '#schema/records/derived-ids.ts'
import { change as changeShape } from '#schema/sync/protocol.ts'
import { isMadeInOldEpoch } from './outbox/batch.ts'
import type { Identity } from './base/contract.ts'
import type { AdoptResult, ReadBytes, UnsentWork, WriteBytes } from './base/unsent-work.ts'
import type { CurrentEpoch } from './core/current-epoch.ts'
import type { ShownRows } from './core/shown-rows.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { OutboxRecord } from './outbox/outbox-documents.ts'
import { objectIn, type Unchecked } from './base/read-json.ts'
import { readRecord } from './outbox/read-record.ts'
import { type AdoptedSharedFile, sharedIn, type SharedFiles } from './files/shared-files.ts'
import { type StoredUpload, uploadIn } from './base/pending-upload.ts'
import type { PendingUploads } from './files/pending-uploads.ts'
import type { AdoptedUpload } from './files/upload-records.ts'

interface WorkText {
  readonly format: number
  readonly person: string
  readonly tenantId: string
  /** The server's epoch in which the changes were made; null when the device knew none. */
  readonly epoch: string | null
  readonly records: readonly string[]
  readonly files?: readonly WorkFile[]
}

interface WorkFile {
  readonly kind: 'waiting' | 'shared'
  readonly text: string
}

export interface UnsentWorkDeps {
  readonly identity: Identity
  readonly outbox: Outbox
  readonly rows: ShownRows
  readonly epoch: Pick<CurrentEpoch, 'target'>
  readonly files: PendingUploads
  readonly shared: SharedFiles
}

type ChangeRecord = Extract<OutboxRecord, { kind: 'change' }>

const format = 1
const maxWorkBytes = 200 * 1024 * 1024
const unsentStates: readonly string[] = ['waiting', 'sent', 'attention']

/** One file after the other, so that they are never all in memory. */
export async function unsentWork(
  deps: UnsentWorkDeps,
  write: WriteBytes,
  maxBytes = maxWorkBytes,
): Promise<UnsentWork> {
  const { outbox, rows, epoch } = deps
  const { id: person, tenantId } = deps.identity
  const changes = outbox.entries
    .filter((entry) => unsentStates.includes(rows.stateOf(entry)))
    .map((entry) => {
      const behind = isMadeInOldEpoch(entry, outbox.epochs) ? ({ behind: true } as const) : {}
      const record: ChangeRecord = {
        kind: 'change',
        format: 1,
        change: entry.change,
        records: entry.records,
        ...(entry.shown && { shown: entry.shown }),
        ...behind,
      }
      return JSON.stringify(record)
    })
  const records = [...changes, ...outbox.unread.texts]
  const { files, leftOut } = await writeFiles(deps, write, maxBytes)
  const work: WorkText = { format, person, tenantId, epoch: epoch.target?.epoch ?? null, records, files }
  return { text: JSON.stringify(work), leftOut }
}

async function writeFiles({ files, shared }: UnsentWorkDeps, write: WriteBytes, maxBytes: number) {
  const written: WorkFile[] = []
  let [used, leftOut] = [0, 0]
  for (const [kind, each] of [
    ['waiting', files.eachWithBytes()],
    ['shared', shared.eachWithBytes()],
  ] as const)
    for await (const { text, bytes } of each) {
      if (text === null || bytes === null || used + bytes.byteLength > maxBytes) leftOut++
      else {
        await write(bytes)
        used += bytes.byteLength
        written.push({ kind, text })
      }
    }
  return { files: written, leftOut }
}

function workIn(text: string): WorkText | undefined {
  const found = objectIn(text)
  return found && isWorkText(found) ? found : undefined
}

const isWorkText = (found: Unchecked<WorkText>): found is WorkText =>
  Array.isArray(found.records) && typeof found.format === 'number'

function changeIn(text: unknown): ChangeRecord | undefined {
  const record = typeof text === 'string' ? readRecord({ id: '', text }) : undefined
  return record?.kind === 'change' && changeShape.safeParse(record.change).success ? record : undefined
}

/** Resolves when everything is durable here; rejects when nothing is. */
export async function adoptWork(deps: UnsentWorkDeps, text: string, read: ReadBytes): Promise<AdoptResult> {
  const { outbox, rows, epoch, identity } = deps
  const work = workIn(text)
  if (!work) return { kind: 'refused', because: 'unsentFile' }
  if (work.format > format) return { kind: 'refused', because: 'newerFile' }
  if (work.person !== identity.id || work.tenantId !== identity.tenantId)
    return { kind: 'refused', because: 'otherPersonsFile' }
  const readable = work.records.map(changeIn).filter((record) => record !== undefined)
  const newChanges = readable.filter(({ change }) => outbox.find(change.id) === undefined)
  const isOtherEpoch = work.epoch === null || work.epoch !== epoch.target?.epoch
  const changes = newChanges.map(({ change, records = {}, shown, behind = isOtherEpoch }) => ({
    change,
    records,
    shown,
    fromOldEpoch: behind,
  }))
  const { waiting, shared, newer } = filesIn(work, readable, read)
  const { taken: takenShared, undo } = await deps.shared.adopt(shared)
  const takenFiles = await deps.files
    .adopt(waiting, () => outbox.commit(changes))
    .catch(async (error: unknown) => {
      await undo()
      throw error
    })
  rows.applyNew()
  const taken = newChanges.length + takenFiles + takenShared
  const alreadyKnown = readable.length + waiting.length + shared.length - taken
  return { kind: 'taken', taken, known: alreadyKnown, newer: work.records.length - readable.length + newer }
}

function filesIn({ files = [] }: WorkText, changes: readonly ChangeRecord[], read: ReadBytes) {
  const waiting: AdoptedUpload[] = []
  const shared: AdoptedSharedFile[] = []
  for (const [index, { kind, text }] of files.entries()) {
    const bytes = () => read(index)
    const head = kind === 'waiting' ? uploadIn(text) : undefined
    if (head) waiting.push({ head: asLocalUpload(head, changes), read: bytes })
    const sharedFile = kind === 'shared' ? sharedIn(text) : undefined
    if (sharedFile) shared.push({ shared: { ...sharedFile, seen: sharedFile.page !== undefined }, read: bytes })
  }
  return { waiting, shared, newer: files.length - waiting.length - shared.length }
}

/** Prepares the upload as if it were chosen here: after the change that creates its record. */
function asLocalUpload(head: StoredUpload, changes: readonly ChangeRecord[]): StoredUpload {
  const creatingChange = changes.find(({ change }) => createsRow(change, head.id))
  return { ...head, change: creatingChange?.change.id ?? null, upload: null, problem: null }
}
