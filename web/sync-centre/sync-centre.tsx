import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconFolderOpen, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePendingUploads } from '#web/records/files/use-pending-upload.ts'
import { OpenUnsent } from '#web/session/unsent-file/open-unsent.tsx'
import { SaveUnsent } from '#web/session/unsent-file/save-unsent.tsx'
import type { OutboxEntry } from '#web/store/base/contract.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import type { PendingUpload } from '#web/store/base/pending-upload.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { ChangeCard } from './changes/change-card.tsx'
import { Explanation } from './notices/explanation.tsx'
import { FileCard } from './file-card.tsx'
import { useFocusOnward } from './focus-onward.ts'
import { byRecord } from './changes/change-parts.ts'
import { Resent } from './notices/resent.tsx'
import { RecordGroup } from './changes/record-group.tsx'
import classes from './sync-centre.module.css'

const initiallyShown = 20

export function SyncCentre() {
  const { t } = useTranslation(['sync', 'common'])
  const store = useStore()
  const { moment } = useDates()
  const status = useSyncStatus()
  const { lastSync, unread } = status
  const files = usePendingUploads()
  const outbox = useOutbox()
  const open = outbox.filter(({ state }) => state === 'attention')
  // A change that failed with an earlier one is on that one's card.
  const needingAttention = open.filter(({ because }) => !open.some(({ id }) => id === because))
  const underWay = outbox.filter(({ state }) => state === 'waiting' || state === 'sent')
  const settled = outbox.filter(({ state }) => state === 'settled' || state === 'durable')
  const focus = useFocusOnward([
    needingAttention.map(({ id }) => id),
    files.map(({ file }) => file),
    byRecord(underWay).flatMap(({ id, entries }) => [id, ...entries.map((entry) => entry.id)]),
  ])
  return (
    <Stack gap="lg" className={classes['centre'] ?? ''} {...focus}>
      <Group justify="space-between">
        <Text>
          <Sentence
            format={(value) => t('common:labelled', { label: t('lastSync'), value })}
            parts={[<strong key="when">{lastSync === null ? t('never') : moment(lastSync)}</strong>]}
          />
        </Text>
        <Button variant="default" leftSection={<IconRefresh size={18} stroke={1.6} />} onClick={() => store.syncNow()}>
          {t('syncNow')}
        </Button>
      </Group>
      {unsentIn(status) === 0 && <Text c="dimmed">{t('allSent')}</Text>}
      <Resent />
      {unread > 0 && <Text>{t('unread', { count: unread, n: count(unread) })}</Text>}
      <Explanation />
      <Changes title={t('attentionTitle')} entries={needingAttention} />
      <Files files={files} />
      <WaitingChanges title={t('waitingTitle')} entries={underWay} />
      <UnsentFile isUnsent={needingAttention.length + underWay.length + files.length + unread > 0} />
      <Changes title={t('settledTitle')} entries={settled.slice(0, initiallyShown)} />
    </Stack>
  )
}

function UnsentFile({ isUnsent }: { readonly isUnsent: boolean }) {
  const { t } = useTranslation('sync')
  const [open, setOpen] = useState<'save' | 'open' | null>(null)
  const close = () => setOpen(null)
  return (
    <Group gap="xs">
      {isUnsent && (
        <Button variant="subtle" leftSection={<IconDownload size={18} stroke={1.6} />} onClick={() => setOpen('save')}>
          {t('export')}
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconFolderOpen size={18} stroke={1.6} />}
        onClick={() => setOpen('open')}
      >
        {t('openFile')}
      </Button>
      <SaveUnsent opened={open === 'save'} onClose={close} />
      <OpenUnsent opened={open === 'open'} onClose={close} />
    </Group>
  )
}

function Files({ files }: { readonly files: readonly PendingUpload[] }) {
  const { t } = useTranslation('files')
  if (files.length === 0) return null
  return (
    <section className={classes['changes']} aria-label={t('waitingTitle')}>
      <Title order={3}>
        {t('waitingTitle')} ({files.length})
      </Title>
      {files.map((file) => (
        <FileCard key={file.file} file={file} />
      ))}
    </section>
  )
}

function WaitingChanges({ title, entries }: { readonly title: string; readonly entries: readonly OutboxEntry[] }) {
  const [shown, setShown] = useState(initiallyShown)
  const { t } = useTranslation('common')
  if (entries.length === 0) return null
  const groups = byRecord(entries)
  return (
    <section className={classes['changes']} aria-label={title}>
      <Title order={3}>
        {title} ({entries.length})
      </Title>
      {groups.slice(0, shown).map((group) => (
        <RecordGroup key={group.id} entries={group.entries} />
      ))}
      {groups.length > shown && (
        <Button variant="default" onClick={() => setShown(groups.length)}>
          {t('clearFilter')}
        </Button>
      )}
    </section>
  )
}

function Changes({ title, entries }: { readonly title: string; readonly entries: readonly OutboxEntry[] }) {
  const [shown, setShown] = useState(initiallyShown)
  const { t } = useTranslation('common')
  if (entries.length === 0) return null
  return (
    <section className={classes['changes']} aria-label={title}>
      <Title order={3}>
        {title} ({entries.length})
      </Title>
      {entries.slice(0, shown).map((entry) => (
        <ChangeCard key={entry.id} entry={entry} />
      ))}
      {entries.length > shown && (
        <Button variant="default" onClick={() => setShown(entries.length)}>
          {t('clearFilter')}
        </Button>
      )}
    </section>
  )
}

/** The outbox has no version: each of its changes also changes the status. */
function useOutbox(): readonly OutboxEntry[] {
  const store = useStore()
  useSyncStatus()
  return store.outbox()
}
