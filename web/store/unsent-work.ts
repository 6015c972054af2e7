// The changes of this device that are not on the server, as a text that another device of the same person takes over.
// A change keeps its id, so the server takes it once, however many devices send it (PUSH3).
import { change as changeShape } from '#schema/protocol.ts'
import { isBehind } from './batch.ts'
import type { TakenOver } from './contract.ts'
import type { Core } from './core.ts'
import type { OutboxRecord } from './outbox-documents.ts'
import { objectIn } from './read-json.ts'
import { readRecord } from './read-record.ts'

interface UnsentWork {
  readonly format: number
  readonly person: string
  readonly tenantId: string
  /** The server's history in which the changes were made; null when the device knew none. */
  readonly epoch: string | null
  /** As the outbox keeps them. */
  readonly records: readonly string[]
}

type ChangeRecord = Extract<OutboxRecord, { kind: 'change' }>

const format = 1
const unsentStates: readonly string[] = ['waiting', 'sent', 'attention']

export function unsentWork(core: Core): string {
  const { outbox, target } = core
  const { id: person, tenantId } = core.deps.identity
  const changes = outbox.entries
    .filter((entry) => unsentStates.includes(core.stateOf(entry)))
    .map((entry) => {
      const behind = isBehind(entry, outbox.histories) ? ({ behind: true } as const) : {}
      const record: ChangeRecord = {
        kind: 'change',
        format: 1,
        change: entry.change,
        records: entry.records,
        ...behind,
      }
      return JSON.stringify(record)
    })
  const work: UnsentWork = {
    format,
    person,
    tenantId,
    epoch: target?.epoch ?? null,
    records: [...changes, ...outbox.unread.texts],
  }
  return JSON.stringify(work)
}

function workIn(text: string): UnsentWork | undefined {
  const found = objectIn(text)
  return found && Array.isArray(found['records']) && typeof found['format'] === 'number'
    ? (found as unknown as UnsentWork)
    : undefined
}

function changeIn(text: unknown): ChangeRecord | undefined {
  const record = typeof text === 'string' ? readRecord({ id: '', text }) : undefined
  return record?.kind === 'change' && changeShape.safeParse(record.change).success ? record : undefined
}

/** Resolves when all of them are durable here; rejects when none is, because the device is full. */
export async function takeOver(core: Core, text: string): Promise<TakenOver> {
  const { outbox, target, deps } = core
  const work = workIn(text)
  if (!work) return { kind: 'refused', because: 'unsentFile' }
  if (work.format > format) return { kind: 'refused', because: 'newerFile' }
  if (work.person !== deps.identity.id || work.tenantId !== deps.identity.tenantId)
    return { kind: 'refused', because: 'otherPersonsFile' }
  const readable = work.records.map(changeIn).filter((record) => record !== undefined)
  const fresh = readable.filter(({ change }) => outbox.find(change.id) === undefined)
  const isOtherHistory = work.epoch === null || work.epoch !== target?.epoch
  await outbox.commit(fresh.map(({ change, records = {}, behind = isOtherHistory }) => ({ change, records, behind })))
  core.added()
  deps.registerBackgroundSync?.()
  const [taken, known] = [fresh.length, readable.length - fresh.length]
  return { kind: 'taken', taken, known, newer: work.records.length - readable.length }
}
