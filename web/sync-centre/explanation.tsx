import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

/** Explains why not everything is on the server, or not everything here, and what happens next. */
export function Explanation() {
  const { t } = useTranslation('sync')
  const { connection, full, recovering, throttled, unsteady, waiting, files } = useSyncStatus()
  const why = (() => {
    if (full) return t('explainFull')
    if (connection === 'too-old') return t('explainTooOld')
    if (unsteady && connection === 'online') return t('explainUnsteady')
    if (waiting + files === 0) return null
    if (recovering && connection === 'online') return t('explainRecovering')
    if (throttled && connection === 'online') return t('explainThrottled')
    if (connection === 'offline' || connection === 'slow') return t('explainOffline')
    return connection === 'signed-out' ? t('explainSignedOut') : null
  })()
  return why && <Text c="dimmed">{why}</Text>
}
