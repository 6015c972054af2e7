import { Button } from '@mantine/core'
import { IconDatabaseX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/number-format.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

/** The browser has removed this device's databases: the rows come back from the server, unsent changes do not. */
export function LostBanner() {
  const { t } = useTranslation(['session', 'common'])
  const store = useStore()
  const { lost } = useSyncStatus()
  if (lost === 0) return null
  return (
    <Banner
      icon={IconDatabaseX}
      text={t('lost', { count: lost, n: count(lost) })}
      action={
        <Button variant="subtle" color="gray" onClick={() => store.seeLost()}>
          {t('common:understood')}
        </Button>
      }
    />
  )
}
