import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { RecordDetails } from '#web/records/details/record-details.tsx'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import type { DetailsProps } from '#web/records/list/record-plan.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Fact } from '#web/ui/page/facts.tsx'
import { CommissionReferrer, CommissionInvestor } from './commission-investor.tsx'
import { StateBadge } from './commission-state.tsx'

export function CommissionDetails(props: DetailsProps<'commissions'>) {
  const { t } = useTranslation('commissions')
  const { row: commission } = props
  const { amount, currency } = commission
  return (
    <RecordDetails entity="commissions" heading={<Money as="exact" amount={amount} currency={currency} />} {...props}>
      <RecordFacts entity="commissions" row={commission} fields={props.facts}>
        <Fact name={t('contact')}>
          <CommissionReferrer commission={commission} />
        </Fact>
        <Fact name={fieldLabel('investments', 'investorId')}>
          <CommissionInvestor commission={commission} />
        </Fact>
        <Fact name={t('state')}>
          <StateBadge commission={commission} />
        </Fact>
      </RecordFacts>
    </RecordDetails>
  )
}
