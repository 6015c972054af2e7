import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStoragePersistence } from '#web/session/storage-persistence.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

/** Why not everything is on the server or on this device, and what happens next. */
export function Explanation() {
  const { t } = useTranslation('sync')
  const { moment } = useDates()
  const status = useSyncStatus()
  const { connection, full, recovering, throttled, unsteady, suspended, retryAt, waiting, files } = status
  const { isPersisted } = useStoragePersistence()
  const why = (() => {
    if (full) return t('explainFull')
    if (connection === 'too-old') return t('explainTooOld')
    if (suspended && connection === 'online') return t('explainSuspended')
    if (unsteady && connection === 'online') return t('explainUnsteady')
    if (waiting + files === 0) return null
    if (recovering && connection === 'online') return t('explainRecovering')
    if (throttled && connection === 'online') return t('explainThrottled')
    if (retryAt !== null && connection === 'online') return t('explainReadOnly', { time: moment(retryAt) })
    if (connection === 'offline' || connection === 'slow') return t('explainOffline')
    return connection === 'signed-out' ? t('explainSignedOut') : null
  })()
  const mayBeRemoved = isPersisted === false && unsentIn(status) > 0
  return (
    <>
      {why && <Text c="dimmed">{why}</Text>}
      {mayBeRemoved && <Text>{t('explainNotKept')}</Text>}
    </>
  )
}
