import { entityNamed } from '#schema/registry.ts'
import type { Values } from '#schema/parse.ts'
import type { ReadAny } from '#schema/rules.ts'

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

/** The currency of the amounts in a form, as the person fills it in; `known` is what the form does not ask. */
export const currencyInForm =
  (entity: string, known: Values, read: ReadAny) =>
  (values: Values): string =>
    currencyOf(entity, { ...known, ...values }, read) ?? 'USD'
