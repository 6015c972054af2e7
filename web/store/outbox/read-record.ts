import { verbNamed } from '#schema/verbs.ts'
import { type Operation, verdicts } from '#schema/sync/protocol.ts'
import type { TextDocument } from '#web/store/disk/database.ts'
import type { OutboxRecord } from './outbox-documents.ts'
import { isObject, objectIn } from '#web/store/base/read-json.ts'

/** Raise a kind's format when its content changes in a way that older versions would misread. */
const formats = { change: 1, receipt: 2, history: 1, seen: 1, discard: 1 } satisfies Record<
  OutboxRecord['kind'],
  number
>
const newestFormat: ReadonlyMap<string, number> = new Map(Object.entries(formats))

type Keys = { readonly [Op in Operation['op']]: readonly (keyof Extract<Operation, { op: Op }>)[] }
const keys: Keys = {
  create: ['op', 'entity', 'id', 'fields'],
  update: ['op', 'entity', 'id', 'fields', 'base', 'seen'],
  delete: ['op', 'entity', 'id', 'base', 'seen'],
  restore: ['op', 'entity', 'id'],
  act: ['op', 'entity', 'verb', 'id', 'fields', 'expect', 'seed'],
}
const keysOf: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(keys))

export function readRecord({ text }: TextDocument): OutboxRecord | undefined {
  const found = objectIn(text)
  return found && isReadable(found) ? found : undefined
}

function isReadable(found: UncheckedRecord): found is OutboxRecord {
  const { kind, format, change, verdicts: given } = found
  if (typeof kind !== 'string' || !(Number(format) <= (newestFormat.get(kind) ?? 0))) return false
  if (kind === 'change') return isChange(change)
  return kind !== 'receipt' || (Array.isArray(given) && given.every(isKnownVerdict))
}

interface UncheckedRecord {
  readonly kind?: unknown
  readonly format?: unknown
  readonly change?: unknown
  readonly verdicts?: unknown
}

const isChange = (change: unknown): boolean =>
  isObject(change) && typeof change['id'] === 'string' && Array.isArray(change['ops']) && change['ops'].every(isKnown)

function isKnown(operation: unknown): boolean {
  if (!isObject(operation)) return false
  const { op } = operation
  const allowed = (typeof op === 'string' && keysOf.get(op)) || []
  // An unknown action could not be applied to the rows.
  if (op === 'act' && !verbNamed({ entity: String(operation['entity']), verb: String(operation['verb']) })) return false
  return allowed.length > 0 && Object.keys(operation).every((key) => allowed.includes(key))
}

const isKnownVerdict = (verdict: unknown): boolean =>
  isObject(verdict) && (verdicts as readonly unknown[]).includes(verdict['verdict'])
