import { RecordDetails } from '#web/records/details/record-details.tsx'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import type { DetailsProps } from '#web/records/list/record-plan.ts'
import { commissionsTab } from './agreements.tsx'
import { attachmentsTab } from './attachments.tsx'

const tabs = [commissionsTab, attachmentsTab]

export const ReferralDetails = (props: DetailsProps<'referrals'>) => (
  <RecordDetails entity="referrals" tabs={tabs} {...props}>
    <RecordFacts entity="referrals" row={props.row} fields={props.facts} />
  </RecordDetails>
)
