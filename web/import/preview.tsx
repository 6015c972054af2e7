import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOfColumn, type Importable, type ImportMap } from '#schema/import/import-map.ts'
import { createRowReader, headerProblems } from '#schema/import/read-row.ts'
import { choiceLabel, countText, fieldLabel, flagLabel } from '#web/records/names/entity-texts.ts'
import { Name } from '#web/ui/format/name.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { reasonSentence } from './reason-sentence.ts'
import type { Sheet } from './read-sheet.ts'
import { wordsHere } from './import-texts.ts'

interface PreviewProps {
  readonly entity: Importable
  readonly sheet: Sheet
  readonly map: ImportMap
  readonly isComplete: boolean
}

const maxRows = 5

export function Preview({ entity, sheet, map, isComplete }: PreviewProps) {
  const { t } = useTranslation('imports')
  const { header, rows, count } = sheet
  const isReadable = isComplete && headerProblems(map, header).length === 0
  const reader = useMemo(
    () => (isReadable ? createRowReader(entity, map, header, wordsHere(entity)) : undefined),
    [isReadable, entity, map, header],
  )
  if (!reader) return <Text c="dimmed">{t('previewLater')}</Text>
  const fields = [
    ...new Set([...Object.values(map.columns).flatMap(fieldsOfColumn), ...Object.keys(map.constants ?? {})]),
  ]
  const read = rows.slice(0, maxRows).map((row) => reader.read(row))
  const hasProblems = read.some(({ reasons }) => reasons.length > 0)
  /** Second column, so that it stays visible. */
  const withProblems = <Cell,>([first, ...others]: readonly Cell[], problems: Cell): Cell[] => [
    first!,
    ...(hasProblems ? [problems] : []),
    ...others,
  ]
  return (
    <>
      <Text c="dimmed">{t('previewHint', { records: countText(entity, count) })}</Text>
      <PlainTable
        label={t('preview')}
        stacked
        columns={withProblems(
          fields.map((field) => ({ header: fieldLabel(entity, field) })),
          { header: t('problems') },
        )}
        rows={read.map(({ values, lookups, reasons }, at) => ({
          id: String(at),
          cells: withProblems<ReactNode>(
            fields.map((field) => {
              const cellText = values[field] ?? lookups.find((each) => each.field === field)?.text
              const text = cellText === null || cellText === undefined ? '—' : wordOf(entity, field, cellText)
              return <Name key={field}>{text}</Name>
            }),
            reasons.length > 0 && (
              <Text key="problems" miw="18rem" size="sm" c="var(--hf-danger-text)" component="div">
                {reasons.map((reason) => (
                  <div key={reason.at}>{reasonSentence(entity, map, reason)}</div>
                ))}
              </Text>
            ),
          ),
        }))}
      />
    </>
  )
}

function wordOf(entity: Importable, field: string, value: unknown): string {
  if (typeof value === 'boolean') return flagLabel(entity, field, value)
  return typeof value === 'string' ? choiceLabel(entity, field, value) : String(value)
}
