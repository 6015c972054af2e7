import { useTranslation } from 'react-i18next'
import type { Conflict } from '#schema/sync/protocol.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { fieldName, type Names } from '#web/records/names/change-text.ts'
import { FieldValue } from '#web/records/columns/field-value.tsx'

interface ComparisonProps {
  readonly conflicts: readonly Conflict[]
  readonly names: Names
  readonly mine?: string
}

export function Comparison({ conflicts, names, mine }: ComparisonProps) {
  const { t } = useTranslation(['sync', 'common'])
  return (
    <PlainTable
      label={t('attentionTitle')}
      stacked="singly"
      columns={[
        { header: t('field') },
        { header: t('before') },
        { header: mine ?? t('mine') },
        { header: t('theirs') },
      ]}
      rows={conflicts.map(({ entity, id, field, yours, theirs, base }) => {
        const owner = { entity, id, names }
        const show = (value: unknown) => <FieldValue owner={owner} field={field} value={value} />
        return {
          id: `${id} ${field}`,
          cells: [fieldName(entity, field), show(base), <strong key="mine">{show(yours)}</strong>, show(theirs)],
        }
      })}
    />
  )
}
