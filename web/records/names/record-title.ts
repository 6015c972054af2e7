import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { type HoldingParts, recordNameOf, recordTitleOf } from '#schema/records/record-name.ts'
import { entityNamed, type EntityName, registry } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { localizedDevice } from '#web/i18n/localized-device.ts'
import { amountText } from '#web/ui/format/numbers/amount-props.ts'
import { exactMoney, wholeMoney } from '#web/ui/format/numbers/money-format.ts'
import { untitledText } from './entity-texts.ts'

/** "Meera Iyer · Atlas Medical Devices · $425,000". */
export function holdingTitle({ investor, project, amount, currency }: HoldingParts): string {
  return [investor, project, plainMoney(amount, currency)].filter((part) => part !== undefined).join(' · ')
}

/** Without decimals if it has no cents. */
export const plainMoney = (amount: string, currency: string): string =>
  amountText(amount.endsWith('.00') ? wholeMoney(amount, currency) : exactMoney(amount, currency))

const storedAmount = /(?<= · )(?<amount>\d+\.\d\d) (?<currency>[A-Z]{3})$/

/** A title stored with an activity has no language; its amount is formatted here. */
export const localizedTitle = (stored: string): string =>
  stored.replace(storedAmount, (_, amount: string, currency: string) => plainMoney(amount, currency))

export const titleOf = (
  entity: string,
  row: Values,
  read?: ReadAny,
  storedNames?: Readonly<Record<string, string>>,
): string | undefined => {
  const title = recordTitleOf(entity, row, read, storedNames, holdingTitle)
  return title !== undefined && isTitledByDevice(entity) ? localizedDevice(title) : title
}

function isTitledByDevice(entity: string): boolean {
  const definition = entityNamed(entity)
  if (!definition?.title || !('of' in definition.title)) return false
  const storage = definition.fields[definition.title.of[0]!]?.storage
  return storage?.kind === 'text' && storage.holds === 'device'
}

export const recordTitle = (entity: EntityName, row: AnyRow, read?: ReadAny): string =>
  titleOf(entity, row, read) ?? untitledText(entity)

type NameOf = (row: AnyRow) => string

const namers = new Map<EntityName, NameOf>()

/** One function per entity, so that views share an order. */
export function namerOf(entity: EntityName): NameOf {
  const cached = namers.get(entity)
  if (cached) return cached
  const nameOf = createNamer(entity, registry[entity])
  namers.set(entity, nameOf)
  return nameOf
}

/** Called for tens of thousands of rows in a sort, so it allocates nothing but the name. */
function createNamer(entity: EntityName, { title }: Entity): NameOf {
  if (!title || !('of' in title) || title.join !== undefined) return (row) => recordNameOf(entity, row) ?? ''
  const fields = title.of
  return (row) => {
    let name = ''
    for (const field of fields) {
      const text = row[field] as string | null
      if (text) name = name === '' ? text : `${name} ${text}`
    }
    return name
  }
}
