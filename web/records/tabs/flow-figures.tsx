import { Stack, Text } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { sumFlows } from '#schema/portfolio/cash-flow-sums.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import type { FiguresProps } from '#web/records/details/record-tab.tsx'
import { unknownText } from '#web/records/names/entity-texts.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { useRow } from '#web/records/data/use-table.ts'
import { exactDecimal } from '#web/ui/format/numbers/decimal-format.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { useStore } from '#web/ui/store-context.ts'

/** In the project's currency, or in the person's for several projects. */
export function FlowFigures({ parentFields, rows }: FiguresProps<'cashFlows'>) {
  const { t } = useTranslation('cashFlows')
  const store = useStore()
  const { projectId, investorId } = parentFields as { readonly projectId?: string; readonly investorId?: string }
  const project = useRow('projects', projectId)
  const exchange = useExchange()
  const holdings = useComputed(
    'investments',
    useCallback(
      (table: Table<Row<'investments'>>) =>
        projectId
          ? table.where('projectId', projectId).filter((each) => !investorId || each.investorId === investorId)
          : table.where('investorId', investorId!),
      [projectId, investorId],
    ),
  )
  const { currency, ...sums } = sumFlows(
    rows,
    holdings,
    { convert: exchange.convert, currency: project?.currency ?? exchange.currency },
    ({ projectId: ofProject }) => store.table('projects').get(ofProject)?.name ?? unknownText('projects'),
  )
  if (rows.length === 0 && sums.assumedCount === 0) return null
  const money = (amount: string) => (
    <Money as="exact" amount={amount} currency={currency} isAbout={sums.leftOut.isConverted} />
  )
  return (
    <Stack gap="xs" component="section" aria-label={t('sums')}>
      <Facts>
        <Fact name={t('paidIn')}>{money(sums.paidIn)}</Fact>
        <Fact name={t('distributed')}>{money(sums.distributed)}</Fact>
        <Fact name={t('net')}>{money(sums.net)}</Fact>
        {sums.dpi !== null && (
          <Fact name={t('dpi')}>
            <bdi dir="ltr">{exactDecimal(sums.dpi)}</bdi>
          </Fact>
        )}
      </Facts>
      {sums.assumedCount > 0 && (
        <Text size="sm" role="note">
          <Sentence
            format={(amount) => t('assumed', { count: sums.assumedCount, n: count(sums.assumedCount), amount })}
            parts={[<strong key="amount">{money(sums.assumed)}</strong>]}
          />
        </Text>
      )}
      <Incomplete {...sums.leftOut} />
    </Stack>
  )
}
