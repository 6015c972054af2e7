import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { Gain, ValueRules } from '#web/records/holdings/holding-value.tsx'
import { useHoldingValue } from '#web/records/holdings/use-holding-value.ts'
import { RecordDetails } from '#web/records/details/record-details.tsx'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import type { DetailsProps } from '#web/records/list/record-plan.ts'
import { investmentCashFlows } from '#web/records/tabs/cash-flow-tab.tsx'
import { investmentDocuments } from '#web/records/tabs/documents-tab.tsx'
import { Stack } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { Fact } from '#web/ui/page/facts.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { RedemptionDate } from './redemption-date.tsx'

const tabs = [investmentCashFlows, investmentDocuments]

export function InvestmentDetails(props: DetailsProps<'investments'>) {
  const { t } = useTranslation('investments')
  const { row: investment } = props
  const { currency, status, exitedOn } = investment
  const held = useHoldingValue(investment)
  const hasExited = statusClass(status) === 'EXITED'
  return (
    <RecordDetails entity="investments" tabs={tabs} {...props}>
      <Stack gap="lg">
        <RecordFacts entity="investments" row={investment} fields={['amount']} isMain>
          <Fact name={t('value')}>
            <Money as="exact" amount={held?.value} currency={currency} /> <ValueRules valued={held} />
          </Fact>
          <Fact name={t('gain')}>
            <Gain valued={held} holding={investment} />
          </Fact>
        </RecordFacts>
        <RecordFacts entity="investments" row={investment} fields={props.facts}>
          <Fact name={fieldLabel('investments', 'redemptionDate')}>
            <RedemptionDate investment={investment} />
          </Fact>
          {(hasExited || exitedOn) && (
            <Fact name={fieldLabel('investments', 'exitedOn')}>
              {exitedOn ? <CalendarDay date={exitedOn} /> : i18next.t('common:notAvailable')}
            </Fact>
          )}
          <Fact name={fieldLabel('investments', 'currency')}>{currency}</Fact>
        </RecordFacts>
      </Stack>
    </RecordDetails>
  )
}
