import { Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOverdue, type Upcoming } from '#schema/portfolio/upcoming.ts'
import { useHeldWork } from '#web/records/data/held-work.ts'
import { useMay } from '#web/records/data/use-may.ts'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { ChartSkeleton } from '#web/ui/chart/charts.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Parted } from '#web/ui/format/parted.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import classes from './needs-attention.module.css'
import { KindLinks } from './kind-links.tsx'
import { HeldLine, type KycKind, KycLine, kycKinds, RefusedLine } from './pending-lines.tsx'
import { Lines, UpcomingLine } from './upcoming-line.tsx'

const shownFirst = 6
const pageSize = 30

interface NeedsAttentionProps {
  readonly upcoming: readonly Upcoming[] | undefined
}

/** Held changes are for administrators, and known online only. */
export const NeedsAttention = (props: NeedsAttentionProps) =>
  useStore().identity.role === 'ADMIN' ? <WithHeldChanges {...props} /> : <Pending held={0} {...props} />

function WithHeldChanges(props: NeedsAttentionProps) {
  const { changes, filesAlone } = useHeldWork()
  return <Pending held={(changes.data?.length ?? 0) + filesAlone.length} {...props} />
}

function Pending({ upcoming, held }: NeedsAttentionProps & { readonly held: number }) {
  const { t } = useTranslation(['dashboard', 'shell'])
  const { hasAllRows, attention, refusedFiles } = useSyncStatus()
  const today = useToday()
  const isGrouped = useMay('investors', 'update')
  const [shown, setShown] = useState(shownFirst)
  const summary = useMemo(() => upcoming && summaryOf(upcoming, today, isGrouped), [upcoming, today, isGrouped])
  if (!upcoming || !summary || !hasAllRows)
    return (
      <Section title={t('attention')}>
        <ChartSkeleton />
      </Section>
    )
  const refused = attention + refusedFiles
  const total = refused + held + upcoming.length
  const { overdue, kyc, others } = summary
  const grouped = [
    ...(refused > 0 ? [<RefusedLine key="refused" n={refused} />] : []),
    ...(held > 0 ? [<HeldLine key="held" n={held} />] : []),
    ...kyc.map((each) => <KycLine key={each.kind} {...each} />),
  ]
  const more = Math.min(grouped.length + others.length - shown, pageSize)
  return (
    <Section
      title={t('attention')}
      actions={
        <Group gap="xs">
          {total > 0 && (
            <Text size="sm" c="dimmed">
              <Parted
                parts={[
                  t('inTotal', { n: count(total) }),
                  ...(overdue > 0 ? [t('overdueCount', { count: overdue, n: count(overdue) })] : []),
                ]}
              />
            </Text>
          )}
          <Button component={ScreenLink} to="/calendar" variant="subtle">
            {t('shell:route.calendar')}
          </Button>
        </Group>
      }
    >
      {total === 0 ? (
        <Text c="dimmed">{t('attentionNone')}</Text>
      ) : (
        <Lines>
          {grouped}
          {others.slice(0, shown - grouped.length).map((each) => (
            <UpcomingLine key={`${each.kind} ${each.id}`} of={each} />
          ))}
        </Lines>
      )}
      {more > 0 && (
        <button type="button" className={classes['more']} onClick={() => setShown(shown + pageSize)}>
          {t('showMore', { count: more, n: count(more) })}
        </button>
      )}
      <KindLinks upcoming={upcoming} />
    </Section>
  )
}

interface Summary {
  readonly overdue: number
  /** Several investors with the same KYC status share a line, so that payments stay in sight. */
  readonly kyc: readonly { readonly kind: KycKind; readonly n: number }[]
  readonly others: readonly Upcoming[]
}

function summaryOf(upcoming: readonly Upcoming[], today: string, isGrouped: boolean): Summary {
  const kyc = kycKinds
    .map((kind) => ({ kind, all: upcoming.filter((each) => each.kind === kind && !isDueLater(each, today)) }))
    .filter(({ all }) => isGrouped && all.length > 1)
  const grouped = new Set(kyc.flatMap(({ all }) => all))
  return {
    overdue: upcoming.filter((each) => isOverdue(each, today)).length,
    kyc: kyc.map(({ kind, all }) => ({ kind, n: all.length })),
    others: upcoming.filter((each) => !grouped.has(each)),
  }
}

const isDueLater = (each: Upcoming, today: string): boolean => each.day !== null && !isOverdue(each, today)
