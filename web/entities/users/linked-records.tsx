import i18next from 'i18next'
import { RecordName } from '#web/records/names/record-name.tsx'
import { useTable } from '#web/records/data/use-table.ts'

export function LinkedRecords({ id }: { readonly id: string }) {
  const links = useTable('investorUsers').where('userId', id)
  if (links.length === 0) return i18next.t('common:none')
  return (
    <span data-cut>
      {links.map(({ id: link, investorId }, index) => (
        <span key={link}>
          {index > 0 && ', '}
          <RecordName entity="investors" id={investorId} />
        </span>
      ))}
    </span>
  )
}
