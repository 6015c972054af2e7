import i18next from 'i18next'
import type { ReactNode } from 'react'
import { type Operation, verbIn } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { DoneAction } from '#web/store/base/undo.ts'
import type { Store } from '#web/store/base/contract.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { activityText } from './entity-texts.ts'
import { currencyOfChange, type FieldOwner, fieldName, fieldValue, type Names, recordName } from './change-text.ts'
import { localizedTitle, plainMoney } from './record-title.ts'

/** Of several operations of one action, the one that the person thinks of. */
const mainOf = (ops: readonly Operation[]): Operation | undefined => ops.find(({ op }) => op !== 'update') ?? ops[0]

const nameOf = (store: Store, operation: Operation, names: Names): string =>
  localizedTitle(recordName(store, operation, names))

/** "Updated investment: Elif · Quay · $355,000". */
export function doneText(store: Store, { ops, names }: DoneAction): string {
  const main = mainOf(ops)
  if (!main) return ''
  const label = activityText(main.entity, verbIn(main))
  return i18next.t('common:labelled', { label, value: nameOf(store, main, names) })
}

interface ReturnedText {
  readonly text: ReactNode
  /** Unless the text has it. */
  readonly name?: string
}

/** "Amount back to $355,000". `ops` are those of the undo or redo. */
export function returnedText(store: Store, { ops, inverse, names }: DoneAction): ReturnedText | null {
  const main = mainOf(ops)
  if (!main) return null
  // After a sent delete, only the inverse has the values until the server returns the record.
  const named = main.op === 'restore' ? inverse?.find(({ id }) => id === main.id) : undefined
  const name = nameOf(store, named ?? main, names)
  switch (main.op) {
    case 'create':
    case 'restore':
      return { text: withName(name, (shown) => i18next.t('common:restoredNamed', { name: shown })) }
    case 'delete':
      return { text: withName(name, (shown) => i18next.t('common:deletedNamed', { name: shown })) }
    case 'act':
      return { text: activityText(main.entity, main.verb), name }
    case 'update':
      return { text: valuesBack(store, main, names), name }
  }
}

const withName = (name: string, format: (name: string) => string): ReactNode => (
  <Sentence format={(shown) => format(shown!)} parts={[<Name key="name">{name}</Name>]} />
)

function valuesBack(store: Store, operation: Extract<Operation, { op: 'update' }>, names: Names): ReactNode {
  const { entity, id, fields } = operation
  const [first = ['', null], ...more] = Object.entries(fields)
  const labels = Object.keys(fields).map((field) => fieldName(entity, field))
  if (more.length > 0) return i18next.t('common:fieldsBack', { fields: listed(labels) })
  const value = shortValue(store, { entity, id, names, values: fields }, ...first)
  return withName(value, (shown) => i18next.t('common:fieldBack', { field: labels[0]!, value: shown }))
}

/** Like `fieldValue`, but amounts without cents have no decimals. */
function shortValue(store: Store, whose: FieldOwner, field: string, value: unknown): string {
  const storage = entityNamed(whose.entity)?.fields[field]?.storage
  return storage?.kind === 'decimal' && storage.unit === 'money' && typeof value === 'string'
    ? plainMoney(value, currencyOfChange(store, whose))
    : fieldValue(store, whose, field, value)
}
