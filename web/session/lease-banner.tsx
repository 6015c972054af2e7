import { IconClockPause } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/page/banner.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { useSession } from './session-context.ts'

const warnedMs = 3 * 86_400_000
const hourMs = 3_600_000

export function LeaseBanner() {
  const { t } = useTranslation('session')
  const session = useSession()
  const { identity } = useStore()
  const { connection } = useSyncStatus()
  const [hours, setHours] = useState(Infinity)
  useEffect(() => {
    let isHere = true
    const look = () =>
      void session.lockedAt(identity).then((at) => isHere && setHours(Math.ceil((at - Date.now()) / hourMs)))
    look()
    const again = setInterval(look, hourMs)
    return () => {
      isHere = false
      clearInterval(again)
    }
  }, [session, identity, connection])
  if (connection === 'online' || hours * hourMs > warnedMs || hours < 1) return null
  return <Banner icon={IconClockPause} text={t('leaseEnds', { count: hours })} />
}
