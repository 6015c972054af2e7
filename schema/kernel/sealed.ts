// Values that people tell once and no row shows again, such as account numbers: see `sealed` in field.ts.
import { type Fields, perEntity } from './entity.ts'
import { optional } from './field.ts'

export interface SealedField {
  /** The field that keeps the sealed value. */
  readonly field: string
  /** What people call the value when they tell it: the field's name without the word `Encrypted`. */
  readonly inputName: string
  readonly shownBy: string | null
}

export const sealedFields = perEntity((of): readonly SealedField[] =>
  Object.entries(of.fields).flatMap(([field, { sealed }]) =>
    sealed ? [{ field, inputName: field.replace(/Encrypted$/, ''), shownBy: sealed.shownBy }] : [],
  ),
)

/** The entities of people's accounts outside of the firm, whose numbers are sealed. */
export type AccountName = 'bankAccounts' | 'tradingAccounts'

/** What a person tells of a row of theirs: the fields that they set, and the values that will be sealed. */
export const inputFields = perEntity((of): Fields => {
  const open = Object.entries(of.fields).filter(([name, { byServer }]) => !byServer && name !== 'userId')
  const closed = sealedFields(of).map(({ field, inputName }) => {
    const { sealed, nullable } = of.fields[field]!
    return [inputName, nullable ? optional(sealed!.plain) : sealed!.plain] as const
  })
  return Object.fromEntries([...open, ...closed])
})

/** The end of a value without its spaces and dashes, four characters at most and never more than half of it. */
export function endOf(value: string): string {
  const bare = Array.from(value.replaceAll(/[\s-]/g, ''))
  const shown = Math.min(4, bare.length >> 1)
  return bare.slice(bare.length - shown).join('') || '•'
}
