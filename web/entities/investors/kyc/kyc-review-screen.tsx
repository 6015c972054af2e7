import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCheck, IconPlayerSkipBack, IconPlayerSkipForward, IconUserCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { RecordLink } from '#web/records/names/record-link.tsx'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import { ChartSkeleton } from '#web/ui/chart/charts.tsx'
import type { UiCommand } from '#web/ui/commands/command.ts'
import { useAriaKeys, useCommand } from '#web/ui/commands/registered-commands.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useEscape } from '#web/ui/overlay/escape.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { useSingleKeys } from '#web/ui/single-keys.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { EvidenceList, MissingEvidence } from '#web/records/kyc/evidence-list.tsx'
import { KycBadge } from '#web/records/kyc/kyc-badge.tsx'
import classes from './kyc-review.module.css'
import { KycFacts } from './kyc-section.tsx'
import { ShownEvidence } from './shown-evidence.tsx'
import { useEvidence } from '#web/records/kyc/use-evidence.ts'
import { useReview } from './use-review.ts'

export function KycReviewScreen() {
  const { t } = useTranslation('shell')
  const { hasAllRows } = useSyncStatus()
  return <Page title={t('route.kycReview')}>{hasAllRows ? <Review /> : <ChartSkeleton />}</Page>
}

function Review() {
  const { t } = useTranslation(['investors', 'common'])
  const { investor, at, total, isReady, isOpen, next, back, decide } = useReview()
  const [rejecting, setRejecting] = useState<number>()
  const backButton = (
    <DecisionButton
      id="kyc back"
      icon={IconPlayerSkipBack}
      keys={['b']}
      label={t('common:back')}
      isAvailable={at > 0}
      run={back}
    />
  )
  if (at >= total)
    return <EmptyState icon={IconUserCheck} title={t('kycQueueEmpty')} {...(at > 0 && { action: backButton })} />
  return (
    <Stack gap="md">
      <Text component="output" c="dimmed">
        {t('kycCounter', { n: count(at + 1), total: count(total) })}
      </Text>
      <div className={classes['decision']} aria-busy={!isReady}>
        <DecisionButton
          id="kyc approve"
          icon={IconCheck}
          keys={['a']}
          label={t('kycApprove')}
          isAvailable={isOpen}
          isMain
          run={() => void decide('APPROVED', null)}
        />
        <DecisionButton
          id="kyc reject"
          icon={IconX}
          keys={['r']}
          label={t('kycReject')}
          isAvailable={isOpen && rejecting !== at}
          run={() => setRejecting(at)}
        />
        <DecisionButton
          id="kyc skip"
          icon={IconPlayerSkipForward}
          keys={['s']}
          label={t('kycSkip')}
          isAvailable
          run={next}
        />
        {backButton}
      </div>
      {rejecting === at && isOpen && (
        <Rejection
          onReject={(reason) => {
            setRejecting(undefined)
            void decide('REJECTED', reason)
          }}
          onCancel={() => setRejecting(undefined)}
        />
      )}
      {!isOpen && <Text role="alert">{t('kycDecidedMeanwhile')}</Text>}
      {investor && <ReviewedInvestor key={investor.id} investor={investor} />}
    </Stack>
  )
}

interface DecisionButtonProps extends Pick<UiCommand, 'id' | 'icon' | 'run'> {
  readonly keys: readonly string[]
  readonly label: string
  readonly isAvailable: boolean
  readonly isMain?: boolean
}

function DecisionButton({
  id,
  icon: Icon,
  keys,
  label,
  isAvailable,
  isMain = false,
  run,
}: DecisionButtonProps): ReactNode {
  const hasKeys = useSingleKeys(({ on }) => on)
  useCommand({ id, group: 'record', icon: Icon, keys, label: () => label, isAvailable: () => isAvailable, run })
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={<Icon size={20} stroke={1.6} aria-hidden="true" />}
      rightSection={
        hasKeys && (
          <kbd className={classes['key']} aria-hidden="true">
            {keys.join(' ').toUpperCase()}
          </kbd>
        )
      }
      aria-keyshortcuts={useAriaKeys(id)}
      disabled={!isAvailable}
      onClick={run}
    >
      {label}
    </Button>
  )
}

interface RejectionProps {
  readonly onReject: (reason: string) => void
  readonly onCancel: () => void
}

function Rejection({ onReject, onCancel }: RejectionProps) {
  const { t } = useTranslation(['investors', 'issues', 'common'])
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  useEscape(true, onCancel)
  return (
    <form
      className={classes['rejection']}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() === '') setMissing(true)
        else onReject(reason.trim())
      }}
    >
      <TextInput
        ref={input}
        label={fieldLabel('investors', 'kycReason')}
        value={reason}
        maxLength={1000}
        error={isMissing && t('issues:required')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" color="red">
        {t('kycReject')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
    </form>
  )
}

function ReviewedInvestor({ investor }: { readonly investor: Row<'investors'> }) {
  const evidence = useEvidence(investor.id)
  return (
    <div className={classes['review']} data-alone={evidence.length === 0 || undefined}>
      <Stack gap="md">
        <Title order={2}>
          <RecordLink entity="investors" id={investor.id} />
        </Title>
        <div>
          <KycBadge investor={investor} />
        </div>
        <RecordFacts entity="investors" row={investor} fields={['email', 'phone', 'address']} />
        <KycFacts investor={investor} />
        <EvidenceList documents={evidence} />
        <MissingEvidence documents={evidence} />
      </Stack>
      <ShownEvidence documents={evidence} />
    </div>
  )
}
