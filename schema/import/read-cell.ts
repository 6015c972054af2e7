import type { Field } from '#schema/kernel/field.ts'
import { type CellWords, meantBy } from './cell-words.ts'
import { foldCase } from './fold-case.ts'
import { parseField } from '#schema/kernel/parse.ts'
import { type DateOrder, readDate } from './read-date.ts'
import { type DecimalSign, readAmount } from './read-amount.ts'
import type { Reason } from './reasons.ts'

/** How the cells of a file are written. */
interface CellFormat {
  readonly dates?: DateOrder | undefined
  readonly decimals?: DecimalSign | undefined
}

export type ReadCell = { readonly value: unknown } | { readonly reason: Omit<Reason, 'at'> }

const answers: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
}

/** The cell in the form that the field's parser takes; undefined when it cannot be read. */
function plain(field: Field, cell: string, { dates, decimals }: CellFormat, words: CellWords | undefined): unknown {
  const { storage } = field
  const meant = meantBy(words, cell)
  if (meant !== undefined) return meant
  if (storage.kind === 'date') return readDate(cell, dates ?? 'iso') ?? undefined
  if (storage.kind === 'decimal') return readAmount(cell, decimals ?? '.') ?? undefined
  if (storage.kind === 'flag') return answers[foldCase(cell.trim())]
  if (storage.kind === 'choice')
    return storage.options.find((option) => foldCase(option) === foldCase(cell.trim())) ?? cell
  return cell
}

const notANumber = ({ decimals }: CellFormat): Omit<Reason, 'at'> => ({
  key: 'decimal',
  params: { example: decimals === ',' ? '1250,00' : '1250.00' },
})

/**
 * Reads a cell that is not blank as a value of the field. Text is kept exactly; the letter case of a choice does not
 * matter, and `words` say what else it may be called.
 */
export function readCell(field: Field, cell: string, format: CellFormat, words?: CellWords): ReadCell {
  const given = plain(field, cell, format, words)
  if (given === undefined) {
    const { kind } = field.storage
    if (kind === 'date') return { reason: { key: format.dates ?? 'iso' } }
    return { reason: kind === 'flag' ? { key: 'yesNo' } : notANumber(format) }
  }
  const parsed = parseField(field, given)
  if (!('issue' in parsed)) return parsed
  return { reason: parsed.issue.key === 'decimal' ? notANumber(format) : parsed.issue }
}
