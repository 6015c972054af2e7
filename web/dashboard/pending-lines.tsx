// Lines of "Needs your attention" that stand for several records.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { countText } from '#web/records/names/entity-texts.ts'
import type { RecordLinkTarget } from '#web/records/names/record-link-context.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { openSyncCenter } from '#web/ui/overlay/use-sync-center.ts'
import { Badge } from '#web/ui/page/badge.tsx'
import { kindLabel, Line, LineAction, PendingBadge } from './upcoming-line.tsx'

export function RefusedLine({ n }: { readonly n: number }) {
  const { t } = useTranslation(['dashboard', 'sync'])
  return (
    <Line
      title={t('refusedChanges')}
      about={t('sync:changes', { count: n, n: count(n) })}
      badge={<Badge tone="danger">{t('sync:attentionTitle')}</Badge>}
      action={
        <Button variant="subtle" onClick={openSyncCenter}>
          {t('openSyncCenter')}
        </Button>
      }
    />
  )
}

const heldAddress: RecordLinkTarget = { to: '/settings/held-changes', search: {} }

export function HeldLine({ n }: { readonly n: number }) {
  const { t } = useTranslation(['dashboard', 'sync', 'shell'])
  return (
    <Line
      title={t('shell:route.held')}
      about={t('sync:changes', { count: n, n: count(n) })}
      address={heldAddress}
      action={<LineAction label={t('viewAll')} {...heldAddress} />}
    />
  )
}

const kycStatus = { KYC_REVIEW: 'IN_REVIEW', KYC: 'EXPIRED' } as const
export const kycKinds = ['KYC_REVIEW', 'KYC'] as const
export type KycKind = (typeof kycKinds)[number]

export function KycLine({ kind, n }: { readonly kind: KycKind; readonly n: number }) {
  const { t } = useTranslation('shell')
  const address: RecordLinkTarget = { to: '/investors', search: { kycStatus: kycStatus[kind] } }
  return (
    <Line
      title={kindLabel(kind)}
      about={countText('investors', n)}
      badge={<PendingBadge kind={kind} />}
      address={address}
      action={<LineAction label={t('route.kycReview')} to="/kyc-review" search={{}} />}
    />
  )
}
