import { useTranslation } from 'react-i18next'
import type { Conflict } from '#schema/protocol.ts'
import { PlainTable } from '#web/ui/plain-table.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { fieldName, fieldValue } from './change-words.ts'

/** Mine and theirs side by side, field by field, with what the person saw before. */
export function Comparison({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  const { t } = useTranslation(['sync', 'fields', 'common'])
  const store = useStore()
  return (
    <PlainTable
      label={t('attentionTitle')}
      columns={[
        { header: t('field') },
        { header: t('mine') },
        { header: t('theirs') },
        { header: t('before'), hideNarrow: true },
      ]}
      rows={conflicts.map(({ entity, id, field, yours, theirs, base }) => {
        const show = (value: unknown) => fieldValue(store, t, entity, field, value)
        return {
          id: `${id} ${field}`,
          cells: [fieldName(t, field), <strong key="mine">{show(yours)}</strong>, show(theirs), show(base)],
        }
      })}
    />
  )
}
