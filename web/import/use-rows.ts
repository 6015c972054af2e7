// The rows of a sheet with a person's corrections, and what is wrong with each.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'
import { createRowReader, readRecord, type RowReader } from '#schema/import/read-row.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { Reason } from '#schema/import/reasons.ts'
import { checkRows, type ReasonsByRow } from './check-rows.ts'
import { wordsHere } from './import-texts.ts'
import type { Sheet } from './read-sheet.ts'

export interface Overwritten {
  readonly before: Values
  readonly after: Values
}

/** What the server found in a check of these rows. */
export interface Verdicts {
  readonly refused: ReasonsByRow
  readonly changed: ReadonlyMap<number, Overwritten>
}

export type Corrections = ReadonlyMap<number, CsvRecord>

export interface ImportRows {
  /** Undefined while the rows are being checked. */
  readonly failing: ReasonsByRow | undefined
  readonly verdicts: Verdicts
  readonly deselected: ReadonlySet<number>
  readonly reader: RowReader
  /** With corrections; another function after each of them. */
  readonly recordAt: (index: number) => CsvRecord
  /** The server only repeats this check. */
  readonly failsHere: (index: number) => boolean
  readonly correct: (index: number, column: number, text: string) => void
  readonly select: (index: number, isSelected: boolean) => void
  readonly decide: (verdicts: Verdicts) => void
}

const noVerdicts: Verdicts = { refused: new Map(), changed: new Map() }

export interface RowsOptions {
  readonly entity: Importable
  readonly sheet: Sheet
  readonly map: ImportMap
  readonly corrections: Corrections
  readonly onCorrect: (index: number, record: CsvRecord) => void
}

const without = <Value>(values: ReadonlyMap<number, Value>, index: number) =>
  new Map([...values].filter(([each]) => each !== index))

export function useRows({ entity, sheet, map, corrections, onCorrect }: RowsOptions): ImportRows {
  const { header, rows } = sheet
  const reader = useMemo(() => createRowReader(entity, map, header, wordsHere(entity)), [entity, map, header])
  const [asRead, setAsRead] = useState<ReasonsByRow>()
  const [verdicts, setVerdicts] = useState(noVerdicts)
  const [deselected, setDeselected] = useState<ReadonlySet<number>>(new Set())

  useEffect(() => {
    const checking = new AbortController()
    checkRows(reader, header.length, rows, checking.signal).then(setAsRead, () => {})
    return () => checking.abort()
  }, [reader, header, rows])

  const failing = useMemo(() => {
    if (!asRead) return undefined
    const found = new Map<number, readonly Reason[]>([...asRead, ...verdicts.refused])
    for (const [index, record] of corrections) {
      const { reasons } = readRecord(reader, header.length, record)
      const all = reasons.length > 0 ? reasons : verdicts.refused.get(index)
      if (all) found.set(index, all)
      else found.delete(index)
    }
    return found
  }, [asRead, verdicts, corrections, reader, header])

  const recordAt = useCallback((index: number) => corrections.get(index) ?? rows[index]!, [corrections, rows])
  return {
    failing,
    verdicts,
    deselected,
    reader,
    recordAt,
    failsHere: (index) => readRecord(reader, header.length, recordAt(index)).reasons.length > 0,
    correct(index, column, text) {
      const record = recordAt(index)
      if (record.cells[column] === text) return
      onCorrect(index, { ...record, cells: record.cells.map((cell, at) => (at === column ? text : cell)) })
      setVerdicts(({ refused, changed }) => ({ refused: without(refused, index), changed: without(changed, index) }))
    },
    select: (index, isSelected) =>
      setDeselected((before) => {
        const after = new Set(before)
        if (isSelected) after.delete(index)
        else after.add(index)
        return after
      }),
    decide: setVerdicts,
  }
}

/** A damaged line has no cells that could be corrected. */
export const isDamaged = ({ cells, isBroken }: CsvRecord, width: number): boolean => isBroken || cells.length !== width
