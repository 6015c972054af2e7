// One thing that is due or pending: in "Needs your attention" and in the calendar.
import { Button } from '@mantine/core'
import i18next from 'i18next'
import { type ReactNode, useId } from 'react'
import type { Upcoming, UpcomingKind } from '#schema/portfolio/upcoming.ts'
import { useMay } from '#web/records/data/use-may.ts'
import { choiceLabel, statusLabel } from '#web/records/names/entity-texts.ts'
import { writePart } from '#web/records/names/part-in-address.ts'
import { type RecordLinkTarget, useRecordLink } from '#web/records/names/record-link-context.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Parted } from '#web/ui/format/parted.tsx'
import { Badge } from '#web/ui/page/badge.tsx'
import { returnsOnClose } from '#web/ui/search/return-on-close.ts'
import { useStore } from '#web/ui/store-context.ts'
import { DueDate } from './due-date.tsx'
import classes from './upcoming-line.module.css'

interface LineProps {
  readonly title: string
  readonly about: ReactNode
  readonly badge?: ReactNode
  readonly amount?: ReactNode
  /** Where the line leads. */
  readonly address?: RecordLinkTarget
  readonly action?: ReactNode
}

export function Line({ title, about, badge, amount, address, action }: LineProps) {
  const id = useId()
  return (
    <li className={classes['line']}>
      <strong className={classes['title']}>
        {address ? (
          <ScreenLink {...address} id={id} aria-labelledby={`${id} ${id}about`}>
            {title}
          </ScreenLink>
        ) : (
          title
        )}
      </strong>
      <span id={`${id}about`} className={classes['about']}>
        {about}
      </span>
      <span className={classes['badge']}>{badge}</span>
      <span className={classes['amount']}>{amount}</span>
      <span className={classes['action']}>{action}</span>
    </li>
  )
}

export const Lines = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['room']}>
    <ul className={classes['lines']}>{children}</ul>
  </div>
)

interface LineActionProps extends RecordLinkTarget {
  readonly label: string
}

export const LineAction = ({ label, to, search }: LineActionProps) => (
  <Button
    component={ScreenLink}
    to={to}
    search={search}
    // Closing a dialog leads back here; closing details shows their list.
    {...(search.dialog && search.dialog !== 'details' && { state: returnsOnClose as never })}
    variant="subtle"
  >
    {label}
  </Button>
)

interface KindPlan {
  readonly entity: 'investments' | 'investors' | 'commissions' | 'documents'
  readonly label: () => string
  readonly action: (id: string) => LineActionProps
  readonly actionOfReader?: (id: string) => LineActionProps
}

const detailsOf = (record: string) => ({ dialog: 'details', record }) as const

const viewDetails =
  (to: RecordLinkTarget['to']) =>
  (id: string): LineActionProps => ({ label: i18next.t('common:viewDetails'), to, search: detailsOf(id) })

const addCashFlow = (id: string): LineActionProps => ({
  label: i18next.t('cashFlows:create'),
  to: '/investments',
  search: { ...detailsOf(id), tab: 'cashFlows', part: writePart('cashFlows', { dialog: 'create' }) },
})

const changeKyc = (record: string): LineActionProps => ({
  label: i18next.t('investors:kyc'),
  to: '/investors',
  search: { dialog: 'kyc', record },
})

const plans: Readonly<Record<UpcomingKind, KindPlan>> = {
  SIGNATURE: {
    entity: 'documents',
    label: () => choiceLabel('notifications', 'kind', 'DOCUMENT_TO_SIGN'),
    action: viewDetails('/documents'),
  },
  KYC_REVIEW: { entity: 'investors', label: () => i18next.t('dashboard:kycReview'), action: changeKyc },
  KYC: {
    entity: 'investors',
    label: () => i18next.t('dashboard:kycExpired'),
    action: changeKyc,
    actionOfReader: () => ({
      label: i18next.t('dashboard:uploadDocuments'),
      to: '/documents',
      search: { dialog: 'create' },
    }),
  },
  COMMITMENT: {
    entity: 'investments',
    label: () => i18next.t('dashboard:commitment'),
    action: addCashFlow,
    actionOfReader: viewDetails('/investments'),
  },
  REDEMPTION: {
    entity: 'investments',
    label: () => i18next.t('dashboard:redemption'),
    action: addCashFlow,
    actionOfReader: viewDetails('/investments'),
  },
  CONTACT: {
    entity: 'investors',
    label: () => i18next.t('dashboard:contact'),
    action: viewDetails('/investors'),
  },
  COMMISSION: {
    entity: 'commissions',
    label: () => i18next.t('dashboard:commission'),
    action: (record) => ({
      label: i18next.t('commissions:markPaid'),
      to: '/commissions',
      search: { dialog: 'pay', record },
    }),
  },
}

export const kindLabel = (kind: UpcomingKind): string => plans[kind].label()

export function UpcomingLine({ of }: { readonly of: Upcoming }) {
  const { kind, id, day, amount, currency } = of
  const { entity, action, actionOfReader } = plans[kind]
  const actionOf = useMay(entity, 'update') ? action : actionOfReader
  const address = useRecordLink()(entity, id)
  return (
    <Line
      title={kindLabel(kind)}
      about={<About of={of} />}
      badge={day === null ? <PendingBadge kind={kind} /> : <DueDate day={day} />}
      amount={
        <Parted
          parts={[
            ...(amount !== null && currency !== null
              ? [<Money key="amount" as="exact" amount={amount} currency={currency} />]
              : []),
            ...(day === null ? [] : [<CalendarDay key="day" date={day} />]),
          ]}
        />
      }
      {...(address && { address })}
      action={actionOf && <LineAction {...actionOf(id)} />}
    />
  )
}

const pendingBadges = {
  SIGNATURE: { tone: 'warn', label: () => statusLabel('documentSignatures', 'PENDING_SIGNATURE') },
  KYC_REVIEW: { tone: 'warn', label: () => choiceLabel('investors', 'kycStatus', 'IN_REVIEW') },
  KYC: { tone: 'danger', label: () => choiceLabel('investors', 'kycStatus', 'EXPIRED') },
} as const

export function PendingBadge({ kind }: { readonly kind: UpcomingKind }) {
  if (!(kind in pendingBadges)) return null
  const { tone, label } = pendingBadges[kind as keyof typeof pendingBadges]
  return <Badge tone={tone}>{label()}</Badge>
}

function About({ of: { kind, id, investmentId } }: { readonly of: Upcoming }): ReactNode {
  const investment = useStore()
    .table('investments')
    .get(investmentId ?? '')
  if (investmentId === null) return <RecordName entity={plans[kind].entity} id={id} />
  if (!investment) return null
  return (
    <Parted
      parts={[
        <RecordName key="project" entity="projects" id={investment.projectId} fallback={investment.projectName} />,
        <RecordName key="investor" entity="investors" id={investment.investorId} />,
      ]}
    />
  )
}
