// What a person did stays on the screen until the server's response replaces it.
import type { AnyRow } from '#schema/kernel/entity.ts'
import { limits } from '#schema/sync/protocol.ts'
import type { OutboxEntry } from '#web/store/base/contract.ts'
import type { Tab } from '../device/device.ts'
import { assert } from './violation.ts'

interface TypedValue {
  readonly value: unknown
  readonly isFromCreate: boolean
}

export function checkTypedTexts(tab: Tab, given: ReadonlyMap<string, number>): void {
  const { store, label, device, person, committed } = tab
  const outbox = store.outbox()
  const known = new Set(outbox.map(({ id }) => id))
  // TAB1: a tab that missed a message catches up with the next poll.
  const own = [...device.committed].flatMap(([id, { author }]) => (author === person ? [id] : []))
  const toKnow = device.hasMissed ? committed : own
  const missing = [...toKnow].filter((id) => !known.has(id))
  // GROW1: an older version lists no change for records it cannot read.
  assert(missing.length <= store.status.unread, () => `${label} has forgotten the change ${missing.join()}`)
  const merges = mergesIn(outbox)
  const { words, removed } = wordsOf(outbox, store, given, isNewestTab(tab))
  // A lost row shows an older value until the digest is compared.
  if (removed || device.hasLostRow) return
  for (const [key, wanted] of words) {
    const [entity, id] = key.split(' ') as ['projects', string]
    const row = store.table(entity).get(id) as AnyRow | undefined
    if (!row) continue
    for (const [field, { value, isFromCreate }] of wanted)
      assert(
        row[field] === value ||
          // The server has the row, and somebody may have changed it since.
          (isFromCreate && row.number > 0) ||
          (['redemptionDate', 'exitedOn', 'audience', 'investorId'].includes(field) && value === null) ||
          (field === 'exitedOn' && row['status'] !== 'EXITED') ||
          (field === 'investorId' && isMerged(merges, value, row[field])),
        () =>
          `${label} shows ${entity} ${id} with ${field} ${JSON.stringify(row[field])}, but ${JSON.stringify(value)} waits to be sent`,
      )
  }
}

/** SEND14: the person's own merges, which move references. */
const mergesIn = (outbox: readonly OutboxEntry[]) =>
  outbox.flatMap(({ state, ops }) =>
    ops.flatMap((each) =>
      each.op === 'act' && state !== 'discarded' ? [{ from: each.fields['from'], into: each.id }] : [],
    ),
  )

function isMerged(merges: ReturnType<typeof mergesIn>, from: unknown, into: unknown): boolean {
  const reached = new Set([from])
  for (const record of reached) for (const each of merges) if (each.from === record) reached.add(each.into)
  return reached.has(into)
}

type Expectation = 'shown' | 'unsure' | 'past'

/** The operation waits, or the shown row predates its result. */
function expectationOf(
  entry: OutboxEntry,
  { entity, id }: OutboxEntry['ops'][number],
  store: Tab['store'],
  given: ReadonlyMap<string, number>,
  isNewest: boolean,
): Expectation {
  if (entry.state === 'discarded') return 'past'
  if (entry.state === 'attention') return 'unsure'
  if (entry.verdict === null) return 'shown'
  // HIST5: a replayed change overlays the new set; the old set, while still shown, may have a later value.
  if (isUndecided(entry) && !given.has(entry.id)) return isNewest ? 'shown' : 'unsure'
  const number = given.get(entry.id) ?? 0
  const row = store.table(entity as 'projects').get(id)
  if (!row || row.number >= number) return 'past'
  return row.number < number - maxNumbers() ? 'shown' : 'unsure'
}

const isUndecided = ({ state }: OutboxEntry): boolean => state === 'waiting' || state === 'sent'

function isNewestTab({ device, person }: Tab): boolean {
  if (device.hasMissed) return false
  const { id } = person.identity
  const heads = device.disk.pagesOf(id).map((head) => JSON.parse(head) as Head)
  const shown = heads.filter(({ complete }) => complete).toSorted((a, b) => b.generation - a.generation)[0]
  return shown !== undefined && (shown.history ?? 0) >= newestIn(device.disk.outboxOf(id))
}

interface Head {
  readonly generation: number
  readonly history?: number
  readonly complete: boolean
}

function newestIn(outbox: readonly string[]): number {
  const histories = outbox.filter((text) => text.startsWith('{"kind":"history"'))
  return Math.max(0, ...histories.map((text) => (JSON.parse(text) as { history: number }).history))
}

/** NUM4: with small limits a change takes several numbers, and its verdict names the last one. */
const maxNumbers = (): number => (limits.rowsPerNumber < 100 ? 12 : 0)

function wordsOf(
  outbox: readonly OutboxEntry[],
  store: Tab['store'],
  given: ReadonlyMap<string, number>,
  isNewest: boolean,
) {
  const words = new Map<string, Map<string, TypedValue>>()
  let removed = false
  for (const entry of outbox.toReversed()) {
    for (const operation of entry.ops) {
      const expected = expectationOf(entry, operation, store, given, isNewest)
      if (expected === 'past') {
        // A change that comes back is in the row already, after the accepted part of an earlier one.
        if (isUndecided(entry) && operation.op === 'update')
          for (const field of Object.keys(operation.fields))
            words.get(`${operation.entity} ${operation.id}`)?.delete(field)
        continue
      }
      if (operation.op === 'delete') {
        removed ||= entry.state !== 'attention'
        continue
      }
      if (operation.op === 'act') for (const { entity, id } of entry.shown ?? []) words.delete(`${entity} ${id}`)
      if (operation.op === 'restore' || operation.op === 'act') continue
      const key = `${operation.entity} ${operation.id}`
      const fields = words.get(key) ?? new Map<string, TypedValue>()
      words.set(key, fields)
      if (operation.fields['status'] !== undefined && operation.fields['status'] !== 'EXITED') fields.delete('exitedOn')
      // A KYC decision keeps only the reason that it names.
      if (operation.fields['kycStatus'] !== undefined) fields.delete('kycReason')
      for (const [field, value] of Object.entries(operation.fields)) {
        if (expected === 'unsure') fields.delete(field)
        else fields.set(field, { value, isFromCreate: operation.op === 'create' })
      }
    }
  }
  return { words, removed }
}
