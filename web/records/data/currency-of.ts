import { entityNamed } from '#schema/registry.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { firmCurrencyOf } from '#schema/sync/protocol.ts'
import type { ReadAny } from '#schema/rules.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import type { Store } from '#web/store/base/contract.ts'

export function currencyOf(entity: string, values: Values, read: ReadAny): string | undefined {
  if (typeof values['currency'] === 'string') return values['currency']
  for (const [field, { storage }] of Object.entries(entityNamed(entity)?.fields ?? {})) {
    if (storage.kind !== 'reference' || !entityNamed(storage.to)?.fields['currency']) continue
    const other = read(storage.to, values[field] as string)?.['currency']
    if (typeof other === 'string') return other
  }
  return undefined
}

const sumCurrencyOf = (entity: string): string | undefined =>
  Object.values(entityNamed(entity)?.fields ?? {}).find(({ sums }) => sums?.currency)?.sums?.currency

export const currencyInStore = (store: Store, entity: string, values: Values, read = readerOf(store)): string =>
  currencyOf(entity, values, read) ?? sumCurrencyOf(entity) ?? firmCurrencyOf(store.identity)

export const currencyInForm =
  (store: Store, entity: string, fixedValues: Values) =>
  (values: Values): string =>
    currencyInStore(store, entity, { ...fixedValues, ...values })
