import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ShownRow } from '#schema/kernel/verb.ts'
import { isSame } from '#schema/records/change.ts'
import { localizedTitle } from '#web/records/names/record-title.ts'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { fieldName, type Names, recordName } from './change-text.ts'
import { FieldValue } from './field-value.tsx'

interface ResultComparisonProps {
  /** Absent where only the hash of it is known. */
  readonly seen?: readonly ShownRow[]
  readonly now: readonly ShownRow[]
  readonly names: Names
}

/** The records in which the two results of a verb differ, and how many are the same. */
export function ResultComparison({ seen, now, names }: ResultComparisonProps) {
  const { t } = useTranslation('sync')
  const store = useStore()
  const [before, after] = [seen ?? [], now].map((rows) => new Map(rows.map((row) => [row.id, row])))
  const ids = [...new Set([...before!.keys(), ...after!.keys()])]
  const differing = ids
    .filter((id) => !isSame(before!.get(id)?.fields, after!.get(id)?.fields))
    .map((id) => {
      const [mine, theirs] = [before!.get(id), after!.get(id)]
      const { entity } = (mine ?? theirs)!
      // The name of a row that is gone from this device was stored with the change.
      return { id, mine, theirs, entity, name: localizedTitle(recordName(store, { op: 'restore', entity, id }, names)) }
    })
    .sort((one, other) => one.entity.localeCompare(other.entity) || one.name.localeCompare(other.name))
  const same = ids.length - differing.length
  return (
    <>
      <PlainTable
        label={t('resultNow')}
        stacked="singly"
        columns={[{ header: t('record') }, ...(seen ? [{ header: t('resultSeen') }] : []), { header: t('resultNow') }]}
        rows={differing.map(({ id, mine, theirs, name }) => ({
          id,
          cells: [
            <Name key="record">{name}</Name>,
            ...(seen ? [<RowValues key="seen" row={mine} names={names} />] : []),
            <Text key="now" component="div" fw={600}>
              <RowValues row={theirs} names={names} />
            </Text>,
          ],
        }))}
      />
      {same > 0 && <Text c="dimmed">{t('resultSame', { count: same, n: count(same) })}</Text>}
    </>
  )
}

function RowValues({ row, names }: { readonly row: ShownRow | undefined; readonly names: Names }) {
  const { t } = useTranslation('sync')
  if (!row) return t('resultWithout')
  const { entity, id, fields } = row
  const whose = { entity, id, values: fields, names }
  // Amounts are shown with their currency.
  const shown = Object.entries(fields).filter(([field]) => field !== 'currency')
  return shown.map(([field, value]) => (
    <div key={field}>
      {fieldName(entity, field)}: <FieldValue whose={whose} field={field} value={value} />
    </div>
  ))
}
