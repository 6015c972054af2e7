import type { Field } from '#schema/kernel/field.ts'
import { type CellWords, valueForWord } from './cell-words.ts'
import { foldCase } from './fold-case.ts'
import { parseField } from '#schema/kernel/parse.ts'
import { type DateOrder, readDate } from './read-date.ts'
import { type DecimalSign, readAmount } from './read-amount.ts'
import type { Reason } from './reasons.ts'

interface CellFormat {
  readonly dates?: DateOrder | undefined
  readonly decimals?: DecimalSign | undefined
}

export type ReadCell = { readonly value: unknown } | { readonly reason: Omit<Reason, 'at'> }

const booleanWords: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
}

/** In the form that the field's parser takes; undefined when unreadable. */
function toParserInput(
  field: Field,
  cell: string,
  { dates, decimals }: CellFormat,
  words: CellWords | undefined,
): unknown {
  const { storage } = field
  const translated = valueForWord(words, cell)
  if (translated !== undefined) return translated
  if (storage.kind === 'date') return readDate(cell, dates ?? 'iso') ?? undefined
  if (storage.kind === 'decimal') return readAmount(cell, decimals ?? '.') ?? undefined
  if (storage.kind === 'flag') return booleanWords[foldCase(cell.trim())]
  if (storage.kind === 'choice')
    return storage.options.find((option) => foldCase(option) === foldCase(cell.trim())) ?? cell
  return cell
}

const notANumber = ({ decimals }: CellFormat): Omit<Reason, 'at'> => ({
  key: 'decimal',
  params: { example: decimals === ',' ? '1250,00' : '1250.00' },
})

/**
 * `cell` is not blank. Text is kept exactly; the letter case of a choice does not matter, and `words` are its other
 * names.
 */
export function readCell(field: Field, cell: string, format: CellFormat, words?: CellWords): ReadCell {
  const input = toParserInput(field, cell, format, words)
  if (input === undefined) {
    const { kind } = field.storage
    if (kind === 'date') return { reason: { key: format.dates ?? 'iso' } }
    return { reason: kind === 'flag' ? { key: 'yesNo' } : notANumber(format) }
  }
  const parsed = parseField(field, input)
  if (!('issue' in parsed)) return parsed
  return { reason: parsed.issue.key === 'decimal' ? notANumber(format) : parsed.issue }
}
