import { Link } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isStaff } from '#schema/viewer.ts'
import { Name } from '#web/ui/name.tsx'
import { Page } from '#web/ui/page.tsx'
import { Sentence } from '#web/ui/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { ActiveProjects } from './active-projects.tsx'
import { Metrics } from './metrics.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { QuickActions } from './quick-actions.tsx'

export function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  const { identity } = useStore()
  const staff = isStaff(identity)
  return (
    <Page
      title={t('title')}
      subtitle={
        identity.firstName && (
          <Sentence say={(name) => t('greeting', { name })} parts={[<Name key="name">{identity.firstName}</Name>]} />
        )
      }
      actions={
        staff && (
          <Button
            renderRoot={(props) => <Link to="/projects" search={{ dialog: 'create' }} {...props} />}
            leftSection={<IconPlus size={18} aria-hidden="true" />}
          >
            {t('createProject')}
          </Button>
        )
      }
    >
      <Metrics staff={staff} />
      <QuickActions staff={staff} />
      <ActiveProjects staff={staff} />
      <RecentActivity />
    </Page>
  )
}
