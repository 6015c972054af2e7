import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { type HoldingHistory, type HoldingOnDay, isCounted } from '#schema/portfolio/holding-value.ts'
import { unpaidAmount } from '#schema/portfolio/investor-flows.ts'
import type { Row } from '#schema/registry.ts'
import { round } from '#schema/money/money.ts'
import { multiplesOf } from '#schema/money/returns.ts'
import { choiceLabel, fieldLabel } from '#web/records/names/entity-texts.ts'
import { Gain } from '#web/records/holdings/holding-value.tsx'
import { RecordName } from '#web/records/names/record-name.tsx'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import { exactDecimal } from '#web/ui/format/numbers/decimal-format.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { nextDateOf } from './next-date.ts'
import { NextDateText } from './next-date-text.tsx'
import { InvestorDocuments } from './investor-documents.tsx'
import { ValueRuleText } from './value-rule.tsx'
import { YearlyRate } from './yearly-rate.tsx'

interface HoldingPanelProps {
  readonly holding: Row<'investments'>
  readonly valued: HoldingOnDay | undefined
  readonly history: HoldingHistory
}

/** "1.41×" */
const multiple = (ratio: string): string => `${exactDecimal(round(ratio, 2))}×`

export function HoldingPanel({ holding, valued, history }: HoldingPanelProps) {
  const { t } = useTranslation('portal')
  const next = nextDateOf(holding, valued, useToday())
  const { amount, currency } = holding
  const { flows } = history
  const known = valued && isCounted(valued) ? valued : undefined
  const { paidIn, received } = known ?? {}
  const multiples = known?.value
    ? multiplesOf({ paidIn: known.paidIn, paidOut: known.received, value: known.value })
    : null
  const money = (value: string | null | undefined) => <Money as="exact" amount={value} currency={currency} />
  return (
    <Stack gap="xl">
      <Stack gap="xs">
        <Title order={3}>
          <RecordName entity="projects" id={holding.projectId} fallback={holding.projectName} />
        </Title>
        <ValueRuleText valued={valued} />
      </Stack>
      <Facts>
        <Fact name={fieldLabel('investments', 'amount')}>{money(amount)}</Fact>
        <Fact name={t('value')}>{money(valued?.value)}</Fact>
        <Fact name={t('return')}>
          <Gain valued={valued} holding={holding} />
        </Fact>
        <Fact name={t('aYear')}>{known?.gain == null ? '—' : <YearlyRate flows={flows} value={known.value!} />}</Fact>
        <Fact name={t('paidIn')}>{money(paidIn)}</Fact>
        <Fact name={t('received')}>{money(received)}</Fact>
        <Fact name={t('stillToPay')}>{money(known && unpaidAmount(holding, known.paidIn))}</Fact>
        <Fact name={fieldLabel('investments', 'status')}>
          <StatusBadge entity="investments" status={holding.status} />
        </Fact>
        <Fact name={fieldLabel('investments', 'investmentDate')}>
          <CalendarDay date={holding.investmentDate} />
        </Fact>
        <Fact name={fieldLabel('investments', 'redemptionDate')}>
          {holding.redemptionDate ? <CalendarDay date={holding.redemptionDate} /> : '—'}
        </Fact>
        {next && (
          <Fact name={t('comesNext')}>
            <NextDateText next={next} />
          </Fact>
        )}
        {multiples && (
          <Fact name={t('multiples')}>
            <bdi>
              {t('multiplesInWords', {
                out: multiple(multiples.dpi),
                left: multiple(multiples.rvpi),
                all: multiple(multiples.tvpi),
              })}
            </bdi>
          </Fact>
        )}
      </Facts>
      <Stack gap="sm" component="section" aria-label={t('payments')}>
        <Title order={3}>{t('payments')}</Title>
        {flows.length === 0 ? (
          <Text c="dimmed">{t('noPayments')}</Text>
        ) : (
          <PlainTable
            label={t('payments')}
            stacked
            columns={[
              { header: fieldLabel('cashFlows', 'date') },
              { header: fieldLabel('cashFlows', 'type') },
              { header: t('paidIn'), align: 'figure' },
              { header: t('received'), align: 'figure' },
            ]}
            rows={flows.toReversed().map((flow, i) => ({
              id: `${flow.date} ${i}`,
              cells: [
                <CalendarDay key="date" date={flow.date} />,
                flow.isAssumed ? t('assumed') : choiceLabel('cashFlows', 'type', flow.type),
                isCall(flow.type) ? money(flow.amount) : null,
                isCall(flow.type) ? null : money(flow.amount),
              ],
            }))}
          />
        )}
      </Stack>
      <Stack gap="sm" component="section" aria-label={t('papers')}>
        <Title order={3}>{t('papers')}</Title>
        <InvestorDocuments projectIds={[holding.projectId]} investors={[]} />
      </Stack>
    </Stack>
  )
}
