import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { countText, fieldLabel } from '#web/records/names/entity-texts.ts'
import { RecordLink } from '#web/records/names/record-link.tsx'
import { Listed } from '#web/ui/format/listed.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { RowBadge } from '#web/ui/table/row-badge.tsx'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import { totalsByCurrency } from '#web/ui/table/totals.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useTable } from '#web/records/data/use-table.ts'

const shownAtFirst = 50

export function InvestmentBreakdown({ project }: { readonly project: Row<'projects'> }) {
  const { t } = useTranslation('projects')
  const table = useTable('investments')
  const newestFirst = useCallback(
    (source: typeof table) =>
      [...source.where('projectId', project.id)].sort((a, b) => (a.investmentDate < b.investmentDate ? 1 : -1)),
    [project.id],
  )
  const investments = useComputed('investments', newestFirst)
  const [all, setAll] = useState(false)
  const totals = useMemo(() => totalsByCurrency(investments), [investments])
  const own = totals.get(project.currency) ?? '0.00'
  const others = [...totals].filter(([currency]) => currency !== project.currency)
  const shown = all ? investments : investments.slice(0, shownAtFirst)

  const amounts = [[project.currency, own] as const, ...others].map(([currency, amount]) => (
    <Money key={currency} as="whole" amount={amount} currency={currency} />
  ))

  return (
    <Stack gap="sm" component="section" aria-label={t('breakdown')}>
      <Group justify="space-between" align="baseline">
        <Title order={3}>{t('breakdown')}</Title>
        <Text c="dimmed" size="sm">
          {countText('investments', investments.length)}
        </Text>
      </Group>
      {investments.length === 0 ? (
        <Text c="dimmed">{t('breakdownEmpty')}</Text>
      ) : (
        <>
          <Text>
            <Sentence
              format={(total) => t('breakdownTotal', { total })}
              parts={[
                <strong key="total">
                  <Listed parts={amounts} />
                </strong>,
              ]}
            />
          </Text>
          <PlainTable
            label={t('breakdown')}
            stacked="lines"
            columns={[
              { header: fieldLabel('investments', 'investorId') },
              { header: fieldLabel('investments', 'amount'), align: 'figure' },
              { header: fieldLabel('investments', 'investmentDate'), hideNarrow: true },
              { header: fieldLabel('investments', 'currency'), hideNarrow: true },
              { header: fieldLabel('investments', 'status') },
            ]}
            rows={shown.map((each) => ({
              id: each.id,
              cells: [
                <Group key="investor" gap="xs" wrap="nowrap">
                  <span>
                    <RecordLink entity="investors" id={each.investorId} />
                  </span>
                  {table.badge(each.id) && <RowBadge badge={table.badge(each.id)!} />}
                </Group>,
                <RecordLink key="amount" entity="investments" id={each.id}>
                  <Money as="whole" amount={each.amount} currency={each.currency} />
                </RecordLink>,
                <CalendarDay key="date" date={each.investmentDate} />,
                each.currency,
                <StatusBadge key="status" entity="investments" status={each.status} />,
              ],
            }))}
          />
          {investments.length > shown.length && (
            <Button variant="default" onClick={() => setAll(true)}>
              {t('showAll')}
            </Button>
          )}
        </>
      )}
    </Stack>
  )
}
