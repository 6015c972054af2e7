import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InvestmentsSearch } from '#web/ui/list-search.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { Sentence } from '#web/ui/sentence.tsx'

interface OfRecordProps {
  readonly search: InvestmentsSearch
  readonly onShowAll: () => void
}

/** Says that only one investor's or one project's investments are shown, and takes that back. */
export function OfRecord({ search, onShowAll }: OfRecordProps) {
  const { t } = useTranslation('investments')
  const { investorId, projectId } = search
  if (!investorId && !projectId) return null
  const text = investorId ? (
    <Sentence
      say={(name) => t('ofInvestor', { name })}
      parts={[<RecordName entity="investors" key="name" id={investorId} />]}
    />
  ) : (
    <Sentence
      say={(name) => t('ofProject', { name })}
      parts={[<RecordName entity="projects" key="name" id={projectId!} />]}
    />
  )
  return (
    <Button variant="light" onClick={onShowAll} rightSection={<IconX size={18} stroke={1.6} aria-hidden="true" />}>
      {text}
    </Button>
  )
}
