import { Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { signInPage } from './sign-in-page.ts'

export function SignedOutBanner() {
  const { t } = useTranslation('session')
  const { connection, waiting: changes, files } = useSyncStatus()
  const waiting = changes + files
  if (connection !== 'signed-out') return null
  return (
    <Banner
      icon={IconLogin2}
      text={waiting > 0 ? t('expiredSafe', { count: waiting, n: count(waiting) }) : t('expired')}
      action={<Button onClick={() => location.assign(signInPage(waiting))}>{t('signIn')}</Button>}
    />
  )
}
