import type { AuditTrailEntry } from '#schema/entities/audit-logs/audit-entry.ts'
import { csvLine, byteOrderMark } from '#schema/kernel/csv.ts'
import type { EntryCursor } from './list-entries.ts'

const columns: Readonly<Record<string, (entry: AuditTrailEntry) => unknown>> = {
  time: ({ timestamp }) => timestamp,
  deviceTime: ({ deviceTime }) => deviceTime,
  actor: ({ actor }) => actor.kind,
  person: ({ actor }) => actor.name,
  personId: ({ actor }) => actor.userId,
  role: ({ actor }) => actor.role,
  action: ({ action }) => action,
  outcome: ({ outcome }) => outcome,
  entity: ({ entity }) => entity,
  recordId: ({ recordId }) => recordId,
  before: ({ before }) => before,
  after: ({ after }) => after,
  details: ({ actor: { job, file }, details }) => ({ ...(job && { job }), ...(file && { file }), ...details }),
  id: ({ id }) => id,
}

const cellOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const lineOf = (entry: AuditTrailEntry): string => csvLine(Object.values(columns).map((read) => cellOf(read(entry))))

const head = byteOrderMark + csvLine(Object.keys(columns))

const batchSize = 1_000

export function trailFile(
  read: (limit: number, after: EntryCursor | undefined) => Promise<readonly AuditTrailEntry[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after: EntryCursor | undefined
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      const entries = await read(batchSize, after)
      after = entries.at(-1)
      if (entries.length) controller.enqueue(encoder.encode(entries.map(lineOf).join('')))
      if (entries.length < batchSize) controller.close()
    },
  })
}
