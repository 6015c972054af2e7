import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

/** Changes sent again after a restored backup; shown until confirmed. */
export function Resent() {
  const { t } = useTranslation(['sync', 'common'])
  const store = useStore()
  const { resent } = useSyncStatus()
  if (resent === 0) return null
  return (
    <Group justify="space-between">
      <Text>{t('resent', { count: resent, n: count(resent) })}</Text>
      <Button variant="default" onClick={() => void store.acknowledgeResent()}>
        {t('common:understood')}
      </Button>
    </Group>
  )
}
