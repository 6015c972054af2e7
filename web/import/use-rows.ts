// Rows of a sheet, with the user's corrections and the errors in each.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import { createRowReader, readRecord, type RowReader } from '#schema/import/read-row.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { checkRows, type ReasonsByRow } from './check-rows.ts'
import { wordsHere } from './import-texts.ts'
import type { Sheet } from './read-sheet.ts'

export interface Edits {
  readonly corrections: ReadonlyMap<number, CsvRecord>
  readonly deselected: ReadonlySet<number>
}

export const noEdits: Edits = { corrections: new Map(), deselected: new Set() }

export interface Overwritten {
  readonly before: Values
  readonly after: Values
}

/** Results of the server's check. They apply to a row until it is corrected again. */
export interface Verdicts {
  readonly sent: ReadonlyMap<number, CsvRecord>
  readonly refused: ReasonsByRow
  readonly changed: ReadonlyMap<number, Overwritten>
}

export interface ImportRows {
  /** Undefined while the rows are being checked. */
  readonly errorsByRow: ReasonsByRow | undefined
  readonly changed: Verdicts['changed']
  readonly deselected: ReadonlySet<number>
  readonly reader: RowReader
  /** Includes corrections; a new function after each one. */
  readonly recordAt: (index: number) => CsvRecord
  /** Found on the device; the server would only repeat it. */
  readonly hasLocalErrors: (index: number) => boolean
  readonly correct: (index: number, column: number, text: string) => void
  readonly select: (index: number, isSelected: boolean) => void
  readonly setVerdicts: (verdicts: Verdicts) => void
}

const noVerdicts: Verdicts = { sent: new Map(), refused: new Map(), changed: new Map() }

export interface RowsOptions {
  readonly entity: Importable
  readonly sheet: Sheet
  readonly map: ImportMap
  readonly edits: Edits
  readonly onEdit: (change: (before: Edits) => Edits) => void
}

export function useRows({ entity, sheet, map, edits, onEdit }: RowsOptions): ImportRows {
  const { corrections, deselected } = edits
  const { header, rows } = sheet
  const reader = useMemo(() => createRowReader(entity, map, header, wordsHere(entity)), [entity, map, header])
  const [initialErrors, setInitialErrors] = useState<ReasonsByRow>()
  const [verdicts, setVerdicts] = useState(noVerdicts)

  useEffect(() => {
    const checking = new AbortController()
    checkRows(reader, header.length, rows, checking.signal).then(setInitialErrors, () => {})
    return () => checking.abort()
  }, [reader, header, rows])

  const recordAt = useCallback((index: number) => corrections.get(index) ?? rows[index]!, [corrections, rows])
  const [refused, changed] = useMemo(() => {
    const current = <Value>(found: ReadonlyMap<number, Value>): ReadonlyMap<number, Value> =>
      new Map([...found].filter(([index]) => verdicts.sent.get(index) === recordAt(index)))
    return [current(verdicts.refused), current(verdicts.changed)]
  }, [verdicts, recordAt])
  const localErrors = useMemo(() => {
    if (!initialErrors) return undefined
    const found = new Map(initialErrors)
    for (const [index, record] of corrections) {
      const { reasons } = readRecord(reader, header.length, record)
      if (reasons.length > 0) found.set(index, reasons)
      else found.delete(index)
    }
    return found
  }, [initialErrors, corrections, reader, header])
  const errorsByRow = useMemo(() => localErrors && new Map([...refused, ...localErrors]), [localErrors, refused])

  return {
    errorsByRow,
    changed,
    deselected,
    reader,
    recordAt,
    hasLocalErrors: (index) => localErrors?.has(index) ?? false,
    correct(index, column, text) {
      const record = recordAt(index)
      if (record.cells[column] === text) return
      const cells = record.cells.map((cell, at) => (at === column ? text : cell))
      onEdit((before) => ({
        corrections: new Map(before.corrections).set(index, { ...record, cells }),
        deselected: new Set([...before.deselected].filter((each) => each !== index)),
      }))
    },
    select: (index, isSelected) =>
      onEdit((before) => {
        const after = new Set(before.deselected)
        if (isSelected) after.delete(index)
        else after.add(index)
        return { ...before, deselected: after }
      }),
    setVerdicts,
  }
}

/** A damaged line has no cells that could be corrected. */
export const isDamaged = ({ cells, isBroken }: CsvRecord, width: number): boolean => isBroken || cells.length !== width
