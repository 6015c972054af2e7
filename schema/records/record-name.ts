import { round } from '#schema/money/money.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { ReadAny } from '#schema/rules.ts'

/**
 * The record's own name, or that of the record it belongs to. `read` returns only visible records; `remembered` has known
 * names by id.
 */
export function recordNameOf(
  entity: string,
  row: Values,
  read: ReadAny = () => undefined,
  remembered: Readonly<Record<string, string>> = {},
): string | undefined {
  const definition = entityNamed(entity)
  if (!definition?.title) return undefined
  if ('of' in definition.title) return joinedTexts(definition.title.of, definition.title.join, row)
  const { via, otherwise } = definition.title
  const { storage } = definition.fields[via]!
  if (storage.kind !== 'reference') return undefined
  const id = row[via] as string
  const other = read(storage.to, id)
  return (other && recordNameOf(storage.to, other, read)) ?? remembered[id] ?? textOf(otherwise && row[otherwise])
}

export interface HoldingParts {
  /** Absent if the reader may not see the investor. */
  readonly investor: string | undefined
  readonly project: string
  readonly amount: string
  readonly currency: string
}

/** For stored titles: "Meera Iyer · Atlas Medical Devices · 425000.00 USD". */
const plainHoldingTitle = ({ investor, project, amount, currency }: HoldingParts): string =>
  [investor, project, `${amount} ${currency}`].filter((part) => part !== undefined).join(' · ')

/** An investment's title includes investor and amount, formatted by `phrase`. */
export function recordTitleOf(
  entity: string,
  row: Values,
  read: ReadAny = () => undefined,
  remembered: Readonly<Record<string, string>> = {},
  phrase: (parts: HoldingParts) => string = plainHoldingTitle,
): string | undefined {
  const title = entityNamed(entity)?.title
  if (!title || !('via' in title)) return recordNameOf(entity, row, read, remembered)
  const { storage } = entityNamed(entity)!.fields[title.via]!
  const holding = holdingOf(entity, row, read, remembered)
  if (holding) return phrase(holding)
  if (storage.kind !== 'reference') return undefined
  const other = read(storage.to, row[title.via] as string)
  return (
    (other && recordTitleOf(storage.to, other, read, remembered, phrase)) ?? recordNameOf(entity, row, read, remembered)
  )
}

/** Undefined for other records, or if too little is known. */
export function holdingOf(
  entity: string,
  row: Values,
  read: ReadAny,
  remembered: Readonly<Record<string, string>> = {},
): HoldingParts | undefined {
  const title = entityNamed(entity)?.title
  if (!title || !('via' in title) || !title.holding) return undefined
  const { investor, amount, currency } = title.holding
  const [project, money, unit] = [recordNameOf(entity, row, read, remembered), row[amount], textOf(row[currency])]
  if (!project || !unit || typeof money !== 'string' || !/^\d+(\.\d+)?$/.test(money)) return undefined
  const id = row[investor] as string
  const person = read('investors', id)
  return {
    investor: (person && recordNameOf('investors', person, read)) ?? remembered[id],
    project,
    amount: round(money, 2),
    currency: unit,
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)

function joinedTexts(fields: readonly string[], join: string | undefined, row: Values): string | undefined {
  const texts = fields.flatMap((field) => textOf(row[field]) ?? [])
  return join !== undefined && texts.length < fields.length ? undefined : textOf(texts.join(join ?? ' '))
}
