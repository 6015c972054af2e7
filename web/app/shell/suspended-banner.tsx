import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/page/banner.tsx'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

export function SuspendedBanner() {
  const { t } = useTranslation('sync')
  const { suspended, connection } = useSyncStatus()
  return suspended && connection === 'online' ? <Banner icon={IconLock} text={t('explainSuspended')} /> : null
}
