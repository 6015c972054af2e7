import { fieldLabel } from '#web/records/entity-texts.ts'
import { RecordDetails } from '#web/records/record-details.tsx'
import { RecordFacts } from '#web/records/record-facts.tsx'
import type { DetailsProps } from '#web/records/record-plan.ts'
import { Fact } from '#web/ui/page/facts.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { RedemptionDate } from './redemption-date.tsx'

export function InvestmentDetails(props: DetailsProps<'investments'>) {
  const { row: investment } = props
  const { amount, currency } = investment
  return (
    <RecordDetails entity="investments" heading={<Money as="exact" amount={amount} currency={currency} />} {...props}>
      <RecordFacts entity="investments" row={investment} fields={['projectId', 'investorId', 'investmentDate']}>
        <Fact name={fieldLabel('investments', 'redemptionDate')}>
          <RedemptionDate investment={investment} />
        </Fact>
        <Fact name={fieldLabel('investments', 'currency')}>{currency}</Fact>
      </RecordFacts>
    </RecordDetails>
  )
}
