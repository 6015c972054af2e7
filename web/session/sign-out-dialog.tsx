// A sign-out removes the firm's data from the device, so it asks about unsent work first.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import type { Connection } from '#web/store/base/contract.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import { useSession } from './session-context.ts'
import { useSharedCount } from './use-sign-out.ts'
import { SaveUnsent } from './unsent-file/save-unsent.tsx'

interface SignOutDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function SignOutDialog({ opened, onClose }: SignOutDialogProps) {
  const { t } = useTranslation('session')
  return (
    <Dialog opened={opened} title={t('logoutTitle')} onClose={onClose} size="md" small>
      <SignOutChoices onClose={onClose} />
    </Dialog>
  )
}

function blockedBy(connection: Connection): 'logoutSyncOffline' | 'logoutSyncSignedOut' | null {
  if (connection === 'offline') return 'logoutSyncOffline'
  return connection === 'signed-out' ? 'logoutSyncSignedOut' : null
}

function SignOutChoices({ onClose }: Pick<SignOutDialogProps, 'onClose'>) {
  const { t } = useTranslation('session')
  const session = useSession()
  const store = useStore()
  const status = useSyncStatus()
  const { connection, syncing } = status
  const [isSaving, setSaving] = useState(false)
  /** Files that did not fit into the saved file; null before saving. */
  const [leftOut, setLeftOut] = useState<number | null>(null)
  const [isSyncRequested, setSyncRequested] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const reasonId = useId()
  const unsent = unsentIn(status)
  const shared = useSharedCount()
  const waiting = unsent + (shared ?? 0)
  const isSafe = leftOut === 0
  const blocked = blockedBy(connection)

  useEffect(() => {
    if (isSyncRequested && unsent === 0 && shared === 0) void session.signOut()
  }, [isSyncRequested, unsent, shared, session])

  const syncNow = () => {
    setSyncRequested(true)
    store.syncNow()
  }
  const syncButton = (
    <Button
      key="sync"
      variant={blocked ? 'default' : 'filled'}
      disabled={blocked !== null}
      aria-describedby={blocked ? reasonId : undefined}
      onClick={syncNow}
    >
      {isSyncRequested && syncing ? t('logoutSyncing') : t('logoutSync')}
    </Button>
  )
  const saveButton = (
    <Button key="save" variant={blocked ? 'filled' : 'default'} onClick={() => setSaving(true)}>
      {t('logoutSaveFile')}
    </Button>
  )
  return (
    <Stack gap="md">
      {(unsent > 0 || !shared) && <Text>{t('logoutText', { count: unsent, n: count(unsent) })}</Text>}
      {shared !== null && shared > 0 && <Text>{t('logoutShared', { count: shared, n: count(shared) })}</Text>}
      {leftOut !== null && <Text component="output">{t('logoutSavedFile')}</Text>}
      <Stack gap="xs">
        {blocked ? [saveButton, syncButton] : [syncButton, saveButton]}
        {blocked && (
          <Text id={reasonId} size="sm" c="dimmed">
            {t(blocked)}
          </Text>
        )}
        <Button
          color="red"
          variant={isSafe ? 'filled' : 'light'}
          onClick={() => (isSafe ? session.signOut() : setConfirming(true))}
        >
          {isSafe ? t('logoutNow') : t('logoutDiscard')}
        </Button>
      </Stack>
      <Group justify="flex-end">
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('stay')}
        </Button>
      </Group>
      <SaveUnsent opened={isSaving} onSaved={setLeftOut} onClose={() => setSaving(false)} />
      <ConfirmDialog
        opened={isConfirming}
        title={t('logoutLoseTitle')}
        confirm={t('logoutDiscard')}
        onConfirm={async () => {
          // A disk error must not keep anyone signed in.
          await Promise.allSettled(store.files.all.map((each) => store.files.discardUpload(each)))
          await session.signOut()
        }}
        onClose={() => setConfirming(false)}
      >
        <Text>{t('logoutLoseText', { count: leftOut ?? waiting, n: count(leftOut ?? waiting) })}</Text>
      </ConfirmDialog>
    </Stack>
  )
}
