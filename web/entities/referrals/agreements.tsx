import { Stack } from '@mantine/core'
import i18next from 'i18next'
import { formOf } from '#web/records/form/form-of.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { recordTab } from '#web/records/details/record-tab.tsx'
import type { Tab, TabProps } from '#web/records/details/record-tabs.tsx'
import { CommissionsOfReferrer } from './commissions-of-referrer.tsx'

const agreements = recordTab({
  entity: 'referralCommissions',
  via: 'referralId',
  form: formOf('referralCommissions', [{ field: 'projectId', isWide: true }, 'commissionPercentage', 'frequency']),
  deletePlan: { values: ({ projectId }) => ({ name: <RecordName entity="projects" id={projectId} /> }) },
  columns: ['projectId', 'commissionPercentage', 'frequency'],
  newestFirst: (one, other) => (one.createdAt > other.createdAt ? -1 : 1),
})

export const commissionsTab: Tab = {
  id: 'commissions',
  label: () => i18next.t('commissions:many'),
  needs: { entity: 'referralCommissions', verb: 'read' },
  component: Commissions,
}

function Commissions(props: TabProps) {
  const { component: Agreements } = agreements
  return (
    <Stack gap="xl">
      <Agreements {...props} />
      <CommissionsOfReferrer referralId={props.id} {...props} />
    </Stack>
  )
}
