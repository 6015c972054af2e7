import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/records/use-may.ts'
import { ScreenLink } from '#web/records/screen-path.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { ActiveProjects } from './active-projects.tsx'
import { Metrics } from './metrics.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { QuickActions } from './quick-actions.tsx'

export function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  const { identity } = useStore()
  const mayCreate = useMay('projects', 'create')
  return (
    <Page
      title={t('title')}
      subtitle={
        identity.firstName && (
          <Sentence say={(name) => t('greeting', { name })} parts={[<Name key="name">{identity.firstName}</Name>]} />
        )
      }
      actions={
        mayCreate && (
          <Button
            renderRoot={(props) => <ScreenLink to="/projects" search={{ dialog: 'create' }} {...props} />}
            leftSection={<IconPlus size={18} aria-hidden="true" />}
          >
            {t('createProject')}
          </Button>
        )
      }
    >
      <Metrics />
      <QuickActions />
      <ActiveProjects />
      <RecentActivity />
    </Page>
  )
}
