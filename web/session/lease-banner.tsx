import { IconClockPause } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { useSession } from './session-context.ts'

const warningMs = 3 * 86_400_000
const hourMs = 3_600_000

export function LeaseBanner() {
  const { t } = useTranslation('session')
  const session = useSession()
  const { identity } = useStore()
  const { connection } = useSyncStatus()
  const [hours, setHours] = useState(Infinity)
  useEffect(() => {
    let isMounted = true
    const updateHours = () =>
      void session.locksAt(identity).then((at) => isMounted && setHours(Math.ceil((at - Date.now()) / hourMs)))
    updateHours()
    const timer = setInterval(updateHours, hourMs)
    return () => {
      isMounted = false
      clearInterval(timer)
    }
  }, [session, identity, connection])
  if (connection === 'online' || hours * hourMs > warningMs || hours < 1) return null
  return <Banner icon={IconClockPause} text={t('leaseEnds', { count: hours, n: count(hours) })} />
}
