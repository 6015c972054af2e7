import i18next from 'i18next'
import { isErased } from '#schema/kernel/erased-value.ts'
import { entityNamed } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { choiceText } from '#web/records/names/choice-text.ts'
import { titleOf } from '#web/records/names/record-title.ts'
import { listed } from '#web/ui/format/listed.tsx'

export function valueText(entity: string, field: string, value: unknown, read: ReadAny): string {
  if (isErased(value)) return i18next.t('audit:erased')
  const chosen = choiceText(entity, field, value)
  if (chosen !== undefined) return chosen
  const storage = entityNamed(entity)?.fields[field]?.storage
  if (storage === undefined || typeof value !== 'string') return partsText(value)
  if (storage.kind === 'reference') return nameOf(storage.to, value, read)
  return storage.kind === 'user' ? nameOf('users', value, read) : value
}

const nameOf = (entity: string, id: string, read: ReadAny): string => {
  const record = read(entity, id)
  return (record && titleOf(entity, record, read)) ?? id
}

export function partsText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return listed(Object.values(value).map(partsText))
}
