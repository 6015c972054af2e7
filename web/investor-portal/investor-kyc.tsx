import { Button, Group, Stack } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#schema/entities/investors/entity.ts'
import { kycState } from '#schema/entities/investors/kyc.ts'
import { dueState } from '#schema/portfolio/upcoming.ts'
import type { Row } from '#schema/registry.ts'
import { useMay } from '#web/records/data/use-may.ts'
import { EvidenceList, MissingEvidence } from '#web/records/kyc/evidence-list.tsx'
import { KycBadge } from '#web/records/kyc/kyc-badge.tsx'
import { useEvidence } from '#web/records/kyc/use-evidence.ts'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import { useRecordLink } from '#web/records/names/record-link-context.ts'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { returnsOnClose } from '#web/ui/search/return-on-close.ts'

type Investor = Row<'investors'>

/** Hidden while the approval applies for longer than a month. */
export function InvestorKyc({ investors }: { readonly investors: readonly Investor[] }) {
  const { t } = useTranslation('investors')
  const today = useToday()
  const open = investors.filter(
    (investor) => kycState(investor, today) !== 'APPROVED' || dueState(investor.kycReviewOn ?? null, today) !== null,
  )
  if (open.length === 0) return null
  return (
    <Section title={t('kycTitle')}>
      <Stack gap="lg">
        {open.map((investor) => (
          <InvestorKycState key={investor.id} investor={investor} hasName={investors.length > 1} />
        ))}
      </Stack>
    </Section>
  )
}

function InvestorKycState({ investor, hasName }: { readonly investor: Investor; readonly hasName: boolean }) {
  const { t } = useTranslation('dashboard')
  const evidence = useEvidence(investor.id)
  const list = useRecordLink()('documents', investor.id)
  const mayUpload = useMay('documents', 'create')
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {hasName && <Name>{fullName(investor)}</Name>}
        <KycBadge investor={investor} />
      </Group>
      {investor.kycReviewOn && <RecordFacts entity="investors" row={investor} fields={['kycReviewOn']} />}
      <EvidenceList documents={evidence} />
      <MissingEvidence documents={evidence} />
      {list && mayUpload && (
        <div>
          <Button
            component={ScreenLink}
            to={list.to}
            search={{ dialog: 'create', investorId: investor.id }}
            state={returnsOnClose as never}
            variant="default"
            leftSection={<IconUpload size={18} stroke={1.6} aria-hidden="true" />}
          >
            {t('uploadDocuments')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
