import { Button, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxEntry } from '#web/store/base/contract.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialogs/confirm-dialog.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { ChangeCard } from './change-card.tsx'
import { recordName } from '#web/records/names/change-text.ts'
import { DiscardMenu } from './discard-menu.tsx'
import { discardChanges } from './discard-changes.ts'
import classes from '#web/sync-centre/sync-centre.module.css'
import { ChangeList } from './change-list.tsx'

const shownFirst = 3

export function RecordGroup({ entries }: { readonly entries: readonly OutboxEntry[] }) {
  const { t } = useTranslation(['sync', 'common'])
  const store = useStore()
  const { parked } = useSyncStatus()
  const [shown, setShown] = useState(shownFirst)
  const [isConfirming, setConfirming] = useState(false)
  const openConfirm = useCallback(() => setConfirming(true), [])
  const [first] = entries
  if (!first?.ops[0]) return null
  if (entries.length === 1) return <ChangeCard entry={first} />
  const name = recordName(store, first.ops[0], first.names)
  // Newest first, so that no change loses the one it depends on.
  const discard = async () => {
    await discardChanges(
      store,
      entries.map(({ id }) => id),
    )
    setConfirming(false)
  }
  return (
    <section className={classes['group']} data-card={first.ops[0].id} aria-label={name} tabIndex={-1}>
      <div className={classes['head']}>
        <h4 className={classes['title']}>
          <Name>{name}</Name> ({t('changes', { count: entries.length, n: count(entries.length) })})
        </h4>
        {!entries.some(({ id }) => id in parked) && (
          <DiscardMenu name={name} label={t('discardAllOf', { name })} onDiscard={openConfirm} />
        )}
      </div>
      {entries.slice(0, shown).map((entry) => (
        <ChangeCard key={entry.id} entry={entry} />
      ))}
      {entries.length > shown && (
        <Button variant="default" onClick={() => setShown(entries.length)}>
          {t('common:clearFilter')}
        </Button>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={t('discardTheseTitle')}
        confirm={t('discardAll')}
        onConfirm={discard}
        onClose={() => setConfirming(false)}
      >
        <Text>{t('discardAllText', { count: entries.length, n: count(entries.length) })}</Text>
        <ChangeList
          heading={t('discarding')}
          ops={entries.flatMap(({ ops }) => ops)}
          names={Object.assign({}, ...entries.map(({ names }) => names))}
        />
      </ConfirmDialog>
    </section>
  )
}
