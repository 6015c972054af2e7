import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Importable, ImportMap } from '#schema/import/import-map.ts'
import { countText, pluralName } from '#web/records/names/entity-texts.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { failingRowsFile } from './failing-rows-file.ts'
import type { Sheet } from './read-sheet.ts'
import { RowsTable } from './rows-table.tsx'
import type { ImportRows } from './use-rows.ts'

interface PreviewProps {
  readonly entity: Importable
  readonly sheet: Sheet
  readonly map: ImportMap
  readonly rows: ImportRows
}

const filters = ['all', 'failing', 'changed'] as const
type Filter = (typeof filters)[number]

export function Preview({ entity, sheet, map, rows }: PreviewProps) {
  const { t } = useTranslation('imports')
  const [filter, setFilter] = useState<Filter>('all')
  /** Corrected rows stay listed until the filter changes. */
  const [corrected, setCorrected] = useState<ReadonlySet<number>>(new Set())
  const { errorsByRow, changed } = rows
  const indexes = useMemo(() => {
    const all = [...sheet.rows.keys()]
    if (filter === 'changed') return all.filter((index) => changed.has(index) || corrected.has(index))
    return filter === 'failing' ? all.filter((index) => errorsByRow?.has(index) || corrected.has(index)) : all
  }, [sheet, filter, errorsByRow, changed, corrected])
  const counts = { all: sheet.rows.length, failing: errorsByRow?.size ?? 0, changed: changed.size }
  const save = () => {
    const found = [...errorsByRow!].toSorted(([a], [b]) => a - b)
    const listed = found.map(([index, reasons]) => ({ record: rows.recordAt(index), reasons }))
    saveFile(
      `${pluralName(entity)} ${t('filters.failing')}.csv`,
      failingRowsFile(entity, map, sheet.header, listed),
      'text/csv;charset=utf-8',
    )
  }
  return (
    <>
      <Text c="dimmed">{t('previewHint', { records: countText(entity, sheet.rows.length) })}</Text>
      <Group gap="sm" align="flex-end">
        <ChoiceSelect
          label={t('shownRows')}
          options={filters}
          labelOf={(each) =>
            t('filterCount', { filter: t(`filters.${each as Filter}`), n: count(counts[each as Filter]) })
          }
          value={filter}
          onChange={(each) => {
            setFilter(each as Filter)
            setCorrected(new Set())
          }}
        />
        {counts.failing > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
            onClick={save}
          >
            {t('saveRefused')}
          </Button>
        )}
      </Group>
      <RowsTable
        entity={entity}
        sheet={sheet}
        map={map}
        rows={{
          ...rows,
          correct: (index, ...rest) => {
            rows.correct(index, ...rest)
            setCorrected((before) => new Set(before).add(index))
          },
        }}
        indexes={indexes}
      />
    </>
  )
}
