import { type Fields, perEntity } from './entity.ts'
import { optional } from './field-options.ts'

export interface SealedField {
  readonly field: string
  /** The field's name without `Encrypted`. */
  readonly inputName: string
  readonly shownBy: string | null
}

export const sealedFields = perEntity((of): readonly SealedField[] =>
  Object.entries(of.fields).flatMap(([field, { sealed }]) =>
    sealed ? [{ field, inputName: field.replace(/Encrypted$/, ''), shownBy: sealed.shownBy }] : [],
  ),
)

export type AccountName = 'bankAccounts' | 'tradingAccounts'

/** What a person can enter: settable fields and the plain values to be sealed. */
export const inputFields = perEntity((of): Fields => {
  const open = Object.entries(of.fields).filter(([name, { byServer }]) => !byServer && name !== 'userId')
  const closed = sealedFields(of).map(({ field, inputName }) => {
    const { sealed, nullable } = of.fields[field]!
    return [inputName, nullable ? optional(sealed!.plain) : sealed!.plain] as const
  })
  return Object.fromEntries([...open, ...closed])
})

/** The end of a value without spaces and dashes: at most four characters and at most half of it. */
export function endOf(value: string): string {
  const bare = Array.from(value.replaceAll(/[\s-]/g, ''))
  const shown = Math.min(4, bare.length >> 1)
  return bare.slice(bare.length - shown).join('') || '•'
}
