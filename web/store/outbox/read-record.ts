import { effectOf } from '#schema/acts.ts'
import { type Operation, verdicts } from '#schema/sync/protocol.ts'
import type { TextDocument } from '#web/store/disk/database.ts'
import type { OutboxRecord, Receipt } from './outbox-documents.ts'
import { isObject, objectIn } from '#web/store/base/read-json.ts'

/** Raise a kind's format when its content changes in a way that older versions would misread. */
const newestFormat: Readonly<Record<OutboxRecord['kind'], number>> = {
  change: 1,
  receipt: 2,
  history: 1,
  seen: 1,
  discard: 1,
}

type Keys = { readonly [Op in Operation['op']]: readonly (keyof Extract<Operation, { op: Op }>)[] }
const keysOf: Keys = {
  create: ['op', 'entity', 'id', 'fields'],
  update: ['op', 'entity', 'id', 'fields', 'base', 'seen'],
  delete: ['op', 'entity', 'id', 'base', 'seen'],
  restore: ['op', 'entity', 'id'],
  act: ['op', 'entity', 'verb', 'id', 'fields'],
}

export function readRecord({ text }: TextDocument): OutboxRecord | undefined {
  const found = objectIn(text)
  if (!found) return undefined
  const { kind, format } = found
  const newest = typeof kind === 'string' && Object.hasOwn(newestFormat, kind) ? newestFormat[kind as never] : 0
  if (!(Number(format) <= newest)) return undefined
  const record = found as unknown as OutboxRecord
  if (record.kind === 'change') return isChange(record.change) ? record : undefined
  if (record.kind === 'receipt') return isReceipt(record) ? record : undefined
  return record
}

const isChange = (change: unknown): boolean =>
  isObject(change) && typeof change['id'] === 'string' && Array.isArray(change['ops']) && change['ops'].every(isKnown)

function isKnown(operation: unknown): boolean {
  if (!isObject(operation)) return false
  const { op } = operation
  const keys: readonly string[] = typeof op === 'string' && Object.hasOwn(keysOf, op) ? keysOf[op as never] : []
  // An unknown action could not be applied to the rows.
  if (op === 'act' && !effectOf({ entity: String(operation['entity']), verb: String(operation['verb']) })) return false
  return keys.length > 0 && Object.keys(operation).every((key) => keys.includes(key))
}

const isReceipt = (record: Receipt): boolean =>
  Array.isArray(record.verdicts) && record.verdicts.every(({ verdict }) => verdicts.includes(verdict))
