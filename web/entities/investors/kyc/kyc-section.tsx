// The state of the review, what it rests on and what is missing.
import { Button, Group, Stack, Title } from '@mantine/core'
import { IconPlus, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import type { RecordNavigation } from '#web/records/actions/record-action.ts'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import { useMay, useMayAll } from '#web/records/data/use-may.ts'
import { useRowBadge, useTable } from '#web/records/data/use-table.ts'
import { useRecordLink } from '#web/records/names/record-link-context.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { ReferenceSelect } from '#web/records/names/reference-select.tsx'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Fact } from '#web/ui/page/facts.tsx'
import { returnsOnClose } from '#web/ui/search/return-on-close.ts'
import { useNavigateTo } from '#web/ui/search/use-address.ts'
import { EvidenceList, MissingEvidence } from '#web/records/kyc/evidence-list.tsx'
import { KycBadge } from '#web/records/kyc/kyc-badge.tsx'
import { useEvidence } from '#web/records/kyc/use-evidence.ts'

export function KycFacts({ investor }: { readonly investor: Row<'investors'> }) {
  const { kycReason } = investor
  // A decision that waits here has neither a time nor a reviewer yet.
  const isWaiting = useRowBadge('investors', investor.id) === 'waiting'
  const facts = ['kycReviewOn', ...(isWaiting ? [] : (['kycDecidedAt', 'kycDecidedBy'] as const))] as const
  return (
    <RecordFacts entity="investors" row={investor} fields={facts.filter((field) => investor[field])}>
      {kycReason && (
        <Fact name={fieldLabel('investors', 'kycReason')} wide>
          <Name>{kycReason}</Name>
        </Fact>
      )}
    </RecordFacts>
  )
}

interface KycSectionProps {
  readonly investor: Row<'investors'>
  readonly navigation: RecordNavigation
  readonly isPrinted?: true | undefined
}

export function KycSection({ investor, navigation, isPrinted }: KycSectionProps) {
  const { t } = useTranslation('investors')
  const { id } = investor
  const evidence = useEvidence(id)
  const mayDecide = useMay('investors', 'update')
  return (
    <Stack gap="sm" component="section" aria-label={t('kycTitle')}>
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={3}>{t('kycTitle')}</Title>
          <KycBadge investor={investor} />
        </Group>
        {mayDecide && !isPrinted && (
          <Button
            variant="default"
            leftSection={<IconUserCheck size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => navigation.open(id, 'kyc')}
          >
            {t('kyc')}
          </Button>
        )}
      </Group>
      <KycFacts investor={investor} />
      <EvidenceList documents={evidence} />
      <MissingEvidence documents={evidence} />
      {!isPrinted && <AddEvidence investorId={id} />}
    </Stack>
  )
}

interface AddEvidenceProps {
  readonly investorId: string
}

function AddEvidence({ investorId }: AddEvidenceProps) {
  const { t } = useTranslation('investors')
  const list = useRecordLink()('documents', investorId)
  const hasOthers = useTable('documents')
    .where('investorId', investorId)
    .some(({ kycEvidence }) => !kycEvidence)
  const mayAdd = useMayAll('documents', 'create')
  if (!list || !mayAdd) return null
  return (
    <Group gap="sm">
      <Button
        component={ScreenLink}
        to={list.to}
        search={{ dialog: 'create', investorId }}
        // The router's type of a state allows no keys of ours.
        state={returnsOnClose as never}
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.6} aria-hidden="true" />}
      >
        {t('kycAddEvidence')}
      </Button>
      {hasOthers && <UseDocument investorId={investorId} />}
    </Group>
  )
}

function UseDocument({ investorId }: AddEvidenceProps) {
  const { t } = useTranslation('investors')
  const navigateTo = useNavigateTo()
  return (
    <ReferenceSelect
      entity="documents"
      aria-label={t('kycUseDocument')}
      placeholder={t('kycUseDocument')}
      filterValues={{ investorId, kycEvidence: null }}
      value={null}
      onChange={(record) => record && navigateTo({ to: '/documents', search: { dialog: 'edit', record } })}
    />
  )
}
