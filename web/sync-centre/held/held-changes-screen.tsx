import { Text } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import { maxHeld, useHeldWork } from '#web/records/data/held-work.ts'
import { OnlineStatePlaceholder, OlderCopyBanner } from '#web/records/data/online-state-placeholder.tsx'
import { useReads } from '#web/records/data/use-online.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { HeldCard } from './held-card.tsx'
import { HeldFileCard } from './held-file.tsx'
import classes from '#web/sync-centre/sync-centre.module.css'

const authors: readonly EntityName[] = ['users']

export function HeldChangesScreen() {
  const { t } = useTranslation('held')
  useReads(authors)
  const { changes, files, filesOf, filesAlone } = useHeldWork()
  const { state, data: held } = changes
  const reload = () => {
    changes.reload()
    files.reload()
  }
  const outdated = [changes, files].find(({ data, state }) => data && state.kind === 'failed')?.state
  const isFull = held?.length === maxHeld || files.data?.length === maxHeld
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      {!held ? (
        <OnlineStatePlaceholder state={state} icon={IconInbox} onRetry={reload} />
      ) : (
        <>
          {outdated?.kind === 'failed' && <OlderCopyBanner problem={outdated.problem} />}
          {held.length + filesAlone.length > 0 && (
            <div className={classes['changes']}>
              {held.map((each) => (
                <HeldCard key={each.id} held={each} files={filesOf(each)} onDecided={reload} />
              ))}
              {filesAlone.map((file) => (
                <HeldFileCard key={file.id} file={file} onDecided={reload} />
              ))}
            </div>
          )}
          {!files.data ? (
            <OnlineStatePlaceholder state={files.state} icon={IconInbox} onRetry={reload} />
          ) : (
            held.length + filesAlone.length === 0 && (
              <EmptyState icon={IconInbox} title={t('empty')} hint={t('emptyHint')} />
            )
          )}
          {isFull && <Text c="dimmed">{t('more', { n: count(maxHeld) })}</Text>}
        </>
      )}
    </Page>
  )
}
