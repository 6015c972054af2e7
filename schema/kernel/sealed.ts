import { type Fields, perEntity } from './entity.ts'
import { optional } from './field-options.ts'

export interface SealedField {
  readonly field: string
  /** The field's name without `Encrypted`. */
  readonly inputName: string
  readonly shownBy: string | null
}

export const sealedFields = perEntity((entity): readonly SealedField[] =>
  Object.entries(entity.fields).flatMap(([field, { sealed }]) =>
    sealed ? [{ field, inputName: field.replace(/Encrypted$/, ''), shownBy: sealed.shownBy }] : [],
  ),
)

export type AccountName = 'bankAccounts' | 'tradingAccounts'

/** What a person can enter: settable fields and the plain values to be sealed. */
export const inputFields = perEntity((entity): Fields => {
  const openFields = Object.entries(entity.fields).filter(([name, { byServer }]) => !byServer && name !== 'userId')
  const sealedInputs = sealedFields(entity).map(({ field, inputName }) => {
    const { sealed, nullable } = entity.fields[field]!
    return [inputName, nullable ? optional(sealed!.plain) : sealed!.plain] as const
  })
  return Object.fromEntries([...openFields, ...sealedInputs])
})

/** The end of a value without spaces and dashes: at most four characters and at most half of it. */
export function lastCharacters(value: string): string {
  const characters = Array.from(value.replaceAll(/[\s-]/g, ''))
  const shown = Math.min(4, characters.length >> 1)
  return characters.slice(characters.length - shown).join('') || '•'
}
