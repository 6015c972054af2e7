// The rows of a sheet with a person's corrections, and what is wrong with each.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import { createRowReader, readRecord, type RowReader } from '#schema/import/read-row.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { checkRows, type ReasonsByRow } from './check-rows.ts'
import { wordsHere } from './import-texts.ts'
import type { Sheet } from './read-sheet.ts'

/** What a person changed in a sheet. */
export interface Edits {
  readonly corrections: ReadonlyMap<number, CsvRecord>
  readonly deselected: ReadonlySet<number>
}

export const noEdits: Edits = { corrections: new Map(), deselected: new Set() }

export interface Overwritten {
  readonly before: Values
  readonly after: Values
}

/** What the server found. Applies to a row as long as it is the one that was sent. */
export interface Verdicts {
  readonly sent: ReadonlyMap<number, CsvRecord>
  readonly refused: ReasonsByRow
  readonly changed: ReadonlyMap<number, Overwritten>
}

export interface ImportRows {
  /** Undefined while the rows are being checked. */
  readonly failing: ReasonsByRow | undefined
  readonly changed: Verdicts['changed']
  readonly deselected: ReadonlySet<number>
  readonly reader: RowReader
  /** With corrections; another function after each of them. */
  readonly recordAt: (index: number) => CsvRecord
  /** The server only repeats this check. */
  readonly failsHere: (index: number) => boolean
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
  const [asRead, setAsRead] = useState<ReasonsByRow>()
  const [verdicts, setVerdicts] = useState(noVerdicts)

  useEffect(() => {
    const checking = new AbortController()
    checkRows(reader, header.length, rows, checking.signal).then(setAsRead, () => {})
    return () => checking.abort()
  }, [reader, header, rows])

  const recordAt = useCallback((index: number) => corrections.get(index) ?? rows[index]!, [corrections, rows])
  const [refused, changed] = useMemo(() => {
    const current = <Value>(found: ReadonlyMap<number, Value>): ReadonlyMap<number, Value> =>
      new Map([...found].filter(([index]) => verdicts.sent.get(index) === recordAt(index)))
    return [current(verdicts.refused), current(verdicts.changed)]
  }, [verdicts, recordAt])
  const failingHere = useMemo(() => {
    if (!asRead) return undefined
    const found = new Map(asRead)
    for (const [index, record] of corrections) {
      const { reasons } = readRecord(reader, header.length, record)
      if (reasons.length > 0) found.set(index, reasons)
      else found.delete(index)
    }
    return found
  }, [asRead, corrections, reader, header])
  const failing = useMemo(() => failingHere && new Map([...refused, ...failingHere]), [failingHere, refused])

  return {
    failing,
    changed,
    deselected,
    reader,
    recordAt,
    failsHere: (index) => failingHere?.has(index) ?? false,
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
