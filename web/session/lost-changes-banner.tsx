import { Button } from '@mantine/core'
import { IconDatabaseX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

export function LostChangesBanner() {
  const { t } = useTranslation(['session', 'common'])
  const store = useStore()
  const { lost, lostLately } = useSyncStatus()
  if (lost + lostLately === 0) return null
  const text = (key: 'lost' | 'lostLately', number: number) => number > 0 && t(key, { count: number, n: count(number) })
  return (
    <Banner
      icon={IconDatabaseX}
      text={
        <>
          {text('lost', lost)} {text('lostLately', lostLately)}
        </>
      }
      action={
        <Button variant="subtle" color="gray" onClick={() => store.acknowledgeLost()}>
          {t('common:understood')}
        </Button>
      }
    />
  )
}
