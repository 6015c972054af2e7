// Logging out leaves nothing of the firm on the device, so work that was not sent yet comes first.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveLedger } from '#web/ui/save-ledger.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { useSession } from './session-context.ts'

interface LogoutDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function LogoutDialog({ opened, onClose }: LogoutDialogProps) {
  const { t } = useTranslation('session')
  return (
    <Dialog opened={opened} title={t('logoutTitle')} onClose={onClose} size="md" small>
      <LogoutChoices onClose={onClose} />
    </Dialog>
  )
}

function LogoutChoices({ onClose }: Pick<LogoutDialogProps, 'onClose'>) {
  const { t } = useTranslation('session')
  const session = useSession()
  const store = useStore()
  const { waiting, attention, syncing } = useSyncStatus()
  const [saved, setSaved] = useState(false)
  const [asked, setAsked] = useState(false)
  const unsent = waiting + attention

  useEffect(() => {
    if (asked && unsent === 0) void session.logout()
  }, [asked, unsent, session])

  const syncNow = () => {
    setAsked(true)
    store.syncNow()
  }
  return (
    <Stack gap="md">
      <Text>{t('logoutText', { count: unsent })}</Text>
      {saved && <Text component="output">{t('logoutSavedFile')}</Text>}
      <Stack gap="xs">
        <Button onClick={syncNow}>{asked && syncing ? t('logoutSyncing') : t('logoutSync')}</Button>
        <Button
          variant="default"
          onClick={() => {
            saveLedger(store.ledger())
            setSaved(true)
          }}
        >
          {t('logoutSaveFile')}
        </Button>
        <Button color="red" variant={saved ? 'filled' : 'light'} onClick={() => session.logout()}>
          {saved ? t('logoutNow') : t('logoutDiscard')}
        </Button>
      </Stack>
      <Group justify="flex-end">
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('stay')}
        </Button>
      </Group>
    </Stack>
  )
}
