import { Text } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readRecord } from '#schema/import/read-row.ts'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Name } from '#web/ui/format/name.tsx'
import { ScrollRegion } from '#web/ui/table/scroll-region.tsx'
import { useVisibleRows } from '#web/ui/table/use-visible-rows.ts'
import { type CellPosition, nextCell } from './next-cell.ts'
import type { Sheet } from './read-sheet.ts'
import { reasonInCell, reasonSentence } from './reason-sentence.ts'
import { columnOfReason } from './row-cells.ts'
import { LineCell, RowCell } from './row-cell.tsx'
import classes from './rows-table.module.css'
import { type ImportRows, isDamaged } from './use-rows.ts'

interface RowsTableProps {
  readonly entity: Importable
  readonly sheet: Sheet
  readonly map: ImportMap
  readonly rows: ImportRows
  readonly indexes: readonly number[]
}

/** Two lines: the value, and its error or its previous value. */
const rowHeight = 56
const overscan = 8
/** Spread, because a lint rule forbids `role="grid"` on a table. */
const grid = { role: 'grid' } as const

export function RowsTable({ entity, sheet, map, rows, indexes }: RowsTableProps) {
  const { t } = useTranslation('imports')
  const region = useRef<HTMLElement>(null)
  const [lastActive, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const [isEditing, setEditing] = useState(false)
  /** Set when the keyboard moved to a cell that may not be rendered yet. */
  const shouldFocus = useRef(false)
  const { first, end } = useVisibleRows(region, { count: indexes.length, rowHeight, overscan })
  const columns = sheet.header.flatMap((name, at) =>
    Object.hasOwn(map.columns, name) ? [{ name, at, to: map.columns[name]! }] : [],
  )
  const active = { row: Math.min(lastActive.row, Math.max(0, indexes.length - 1)), column: lastActive.column }

  useLayoutEffect(() => {
    if (!shouldFocus.current) return
    const cell = region.current!.querySelector<HTMLElement>(`[data-cell="${active.row} ${active.column}"]`)
    if (!cell) return
    shouldFocus.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  const moveTo = (to: CellPosition) => {
    shouldFocus.current = true
    setEditing(false)
    setActive(to)
    const { scrollTop, clientHeight } = region.current!
    const top = to.row * rowHeight
    if (top < scrollTop || top > scrollTop + clientHeight - 2 * rowHeight)
      region.current!.scrollTop = Math.max(0, top - clientHeight / 2)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isEditing) return
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const to = nextCell(event, active, { rows: indexes.length, columns: columns.length + 1, isRtl })
    if (!to) return
    event.preventDefault()
    moveTo(to)
  }

  const activeIndex = indexes[active.row]
  const messageOf = (index: number, name: string | null, sentence = reasonInCell) =>
    (rows.errorsByRow?.get(index) ?? [])
      .filter((reason) => columnOfReason(map, reason) === name)
      .map((reason) => sentence(entity, map, reason))
      .join(' ')
  const activeName = active.column === 0 ? null : columns[active.column - 1]!.name
  return (
    <>
      <ScrollRegion ref={region} className={classes['region']} label={t('preview')}>
        <table
          {...{ ...grid, onKeyDown }}
          className={classes['table']}
          aria-label={t('preview')}
          aria-rowcount={indexes.length + 1}
          style={{ minInlineSize: `${columns.length * 12 + 8}rem` }}
        >
          <thead>
            <tr>
              <th scope="col" className={classes['line']}>
                {t('line')}
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  <Name>{name}</Name>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <tr aria-hidden="true" style={{ height: first * rowHeight }} />}
            {indexes.slice(first, end).map((index, offset) => {
              const row = first + offset
              const record = rows.recordAt(index)
              const { values } = readRecord(rows.reader, sheet.header.length, record)
              const overwritten = rows.changed.get(index)
              const cellOf = (column: number) => ({
                cell: `${row} ${column}`,
                isActive: row === active.row && column === active.column,
                onActive: () => setActive({ row, column }),
              })
              return (
                <tr key={index} aria-rowindex={row + 2}>
                  <LineCell
                    {...cellOf(0)}
                    line={count(record.line)}
                    problem={messageOf(index, null, reasonSentence)}
                    isSelected={!rows.deselected.has(index)}
                    onSelect={
                      overwritten || rows.deselected.has(index)
                        ? (isSelected) => rows.select(index, isSelected)
                        : undefined
                    }
                  />
                  {columns.map(({ name, at, to }, i) => (
                    <RowCell
                      key={name}
                      {...cellOf(i + 1)}
                      entity={entity}
                      label={name}
                      to={to}
                      text={record.cells[at] ?? ''}
                      values={values}
                      problem={messageOf(index, name)}
                      overwritten={overwritten}
                      isEditing={isEditing && row === active.row && i + 1 === active.column}
                      onEdit={
                        isDamaged(record, sheet.header.length)
                          ? undefined
                          : () => {
                              setActive({ row, column: i + 1 })
                              setEditing(true)
                            }
                      }
                      onDone={(text, move) => {
                        if (text !== null) rows.correct(index, at, text)
                        if (move === 'away') setEditing(false)
                        else
                          moveTo({ row: Math.min(row + (move === 'down' ? 1 : 0), indexes.length - 1), column: i + 1 })
                      }}
                    />
                  ))}
                </tr>
              )
            })}
            {end < indexes.length && <tr aria-hidden="true" style={{ height: (indexes.length - end) * rowHeight }} />}
          </tbody>
        </table>
      </ScrollRegion>
      <Text component="output" mih="1.5rem" size="sm" c="var(--hf-danger-text)">
        {activeIndex === undefined ? '' : messageOf(activeIndex, activeName, reasonSentence)}
      </Text>
    </>
  )
}
