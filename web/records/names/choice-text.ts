import { isStatus } from '#schema/kernel/field.ts'
import { entityNamed } from '#schema/registry.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { choiceLabel, flagLabel, statusLabel } from './entity-texts.ts'

export function choiceText(entity: string, field: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return flagLabel(entity, field, value)
  const definition = entityNamed(entity)?.fields[field]
  if (definition?.storage.kind === 'json' && definition.storage.options && Array.isArray(value))
    return listed(value.map((each) => choiceLabel(entity, field, String(each))))
  if (definition === undefined || typeof value !== 'string') return undefined
  if (isStatus(definition)) return statusLabel(entity, value)
  const { kind } = definition.storage
  return kind === 'choice' || kind === 'text' ? choiceLabel(entity, field, value) : undefined
}
