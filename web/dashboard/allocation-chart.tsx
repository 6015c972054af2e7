import { Text } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { allocationOf } from '#schema/portfolio/allocation.ts'
import { choiceLabel } from '#web/records/names/entity-texts.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { nameOfProject } from '#web/records/names/project-name.ts'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { useSharedComputation } from '#web/records/data/use-shared-computation.ts'
import { ChartSkeleton, ShareChart } from '#web/ui/chart/charts.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { approximately, exactMoney } from '#web/ui/format/numbers/money-format.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { Section } from '#web/ui/page/section.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

const sources = ['investments', 'projects'] as const
/** Projects that an investor holds but may not see. */
const hidden = 'HIDDEN'

export function AllocationChart() {
  const { t } = useTranslation('dashboard')
  const { hasAllRows } = useSyncStatus()
  const store = useStore()
  const exchange = useExchange()
  const compute = useCallback(() => {
    const projects = store.table('projects')
    return allocationOf(
      store.table('investments').scan(),
      exchange,
      ({ projectId }) => projects.get(projectId)?.type ?? hidden,
      (each) => nameOfProject(each, projects) ?? t('unnamedProject'),
    )
  }, [store, exchange, t])
  const allocation = useSharedComputation(sources, compute)
  const nameOf = (type: string) => (type === hidden ? t('otherProjects') : choiceLabel('projects', 'type', type))
  return (
    <Section title={t('allocation')}>
      {allocation && hasAllRows ? (
        <>
          <ShareChart
            label={t('allocation')}
            partHeading={t('type')}
            valueHeading={t('capital')}
            shareHeading={t('share')}
            parts={allocation.parts.map(({ type, amount, share }) => ({
              id: type,
              name: nameOf(type),
              value: amount,
              share,
            }))}
            whole={
              <Money
                as="toBillions"
                amount={allocation.total}
                currency={allocation.currency}
                isAbout={allocation.leftOut.isConverted}
              />
            }
            format={(value) => approximately(exactMoney, allocation.leftOut.isConverted)(value, allocation.currency)}
            formatShare={percent}
          />
          {allocation.parts.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('allocationHint')}
            </Text>
          )}
          <Incomplete {...allocation.leftOut} />
        </>
      ) : (
        <ChartSkeleton />
      )}
    </Section>
  )
}
