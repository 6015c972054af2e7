import { entityNamed } from '#schema/registry.ts'
import type { ReadAny, Values } from '#schema/rules.ts'

/** The currency of a record's amounts: its own, else that of the record it belongs to. */
export function currencyOf(entity: string, values: Values, read: ReadAny): string | undefined {
  if (typeof values['currency'] === 'string') return values['currency']
  for (const [field, { storage }] of Object.entries(entityNamed(entity)?.fields ?? {})) {
    if (storage.kind !== 'reference' || !entityNamed(storage.to)?.fields['currency']) continue
    const other = read(storage.to, values[field] as string)?.['currency']
    if (typeof other === 'string') return other
  }
  return undefined
}
