import { Button, Group, Stack, Text } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { RecordDetails } from '#web/records/details/record-details.tsx'
import { RecordFacts } from '#web/records/columns/record-facts.tsx'
import { RecordName } from '#web/records/names/record-name.tsx'
import type { DetailsProps } from '#web/records/list/record-plan.ts'
import { investorCashFlows } from '#web/records/tabs/cash-flow-tab.tsx'
import { documentsTab } from '#web/records/tabs/documents-tab.tsx'
import { useMay } from '#web/records/data/use-may.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useLinkTo } from '#web/ui/page/use-link-to.ts'
import { Fact } from '#web/ui/page/facts.tsx'
import { KycSection } from './kyc/kyc-section.tsx'
import { reasonText } from './duplicate-reason.ts'
import { holdingsOfInvestor } from './investor-holdings.tsx'
import { Decided, NotDuplicate } from './not-duplicate.tsx'
import { useDecisions, useDuplicatesOf } from './use-duplicates.ts'

const tabs = [holdingsOfInvestor, investorCashFlows, documentsTab('investorId')]

export function InvestorDetails(props: DetailsProps<'investors'>) {
  const { row: investor, navigation } = props
  const { t } = useTranslation('shell')
  const linkTo = useLinkTo()
  return (
    <RecordDetails entity="investors" tabs={tabs} {...props}>
      <Stack gap="lg">
        {!props.isPrinted && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconFileInvoice size={18} stroke={1.6} aria-hidden="true" />}
              component="a"
              {...linkTo(`/statement?investor=${investor.id}`, false, true)}
            >
              {t('route.statement')}
            </Button>
          </Group>
        )}
        <PossibleDuplicates investor={investor} onCompare={(other) => navigation.open(investor.id, 'merge', other)} />
        <RecordFacts entity="investors" row={investor} fields={['totalInvested']} isMain />
        <RecordFacts entity="investors" row={investor} fields={props.facts}>
          {investor.notes && (
            <Fact name={fieldLabel('investors', 'notes')} wide>
              <Name>{investor.notes}</Name>
            </Fact>
          )}
        </RecordFacts>
        <KycSection investor={investor} navigation={navigation} isPrinted={props.isPrinted} />
      </Stack>
    </RecordDetails>
  )
}

interface PossibleDuplicatesProps {
  readonly investor: Row<'investors'>
  readonly onCompare: (other: string) => void
}

function PossibleDuplicates({ investor, onCompare }: PossibleDuplicatesProps) {
  const { t } = useTranslation('investors')
  const mayMerge = useMay('investors', 'update')
  const others = useDuplicatesOf(investor.id)
  const decisions = useDecisions(investor.id)
  if (!mayMerge) return null
  return (
    <>
      {others.map(({ other, reasons }) => (
        <Group key={other} gap="sm" role="note">
          <Text size="sm">
            <Sentence
              format={(name) => t('duplicateNote', { name: name!, reason: reasonText(reasons) })}
              parts={[<RecordName key="name" entity="investors" id={other} />]}
            />
          </Text>
          <Button variant="light" onClick={() => onCompare(other)}>
            {t('compare')}
          </Button>
          <NotDuplicate one={investor.id} other={other} />
        </Group>
      ))}
      {decisions.map((decision) => (
        <Decided key={decision.id} decision={decision} of={investor.id} />
      ))}
    </>
  )
}
