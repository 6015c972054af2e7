import type { Field } from '#schema/kernel/field.ts'
import { type CellWords, meantBy } from './cell-words.ts'
import { foldCase } from './fold-case.ts'
import { parseField } from '#schema/kernel/parse.ts'
import { type DateOrder, readDate } from './read-date.ts'
import { readAmount } from './read-amount.ts'
import type { Reason } from './reasons.ts'

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
function plain(field: Field, cell: string, dates: DateOrder, words: CellWords | undefined): unknown {
  const { storage } = field
  const meant = meantBy(words, cell)
  if (meant !== undefined) return meant
  if (storage.kind === 'date') return readDate(cell, dates) ?? undefined
  if (storage.kind === 'decimal') return readAmount(cell) ?? undefined
  if (storage.kind === 'flag') return answers[foldCase(cell.trim())]
  if (storage.kind === 'choice')
    return storage.options.find((option) => foldCase(option) === foldCase(cell.trim())) ?? cell
  return cell
}

/**
 * Reads a cell that is not blank as a value of the field. Text is kept exactly; the letter case of a choice does not
 * matter, and `words` say what else it may be called.
 */
export function readCell(field: Field, cell: string, dates: DateOrder, words?: CellWords): ReadCell {
  const given = plain(field, cell, dates, words)
  if (given === undefined) {
    const { kind } = field.storage
    return { reason: { key: kind === 'date' ? dates : kind === 'flag' ? 'yesNo' : 'decimal' } }
  }
  const parsed = parseField(field, given)
  return 'issue' in parsed ? { reason: parsed.issue } : parsed
}
