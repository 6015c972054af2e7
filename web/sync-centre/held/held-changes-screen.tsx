import { Text } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import { OnlineStatePlaceholder, OlderCopyBanner } from '#web/records/data/online-state-placeholder.tsx'
import { useOnlineResult } from '#web/records/data/use-online-result.ts'
import { useReads } from '#web/records/data/use-online.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { type HeldChange, HeldCard, heldPath } from './held-card.tsx'
import { type HeldFile, HeldFileCard, heldFilesPath } from './held-file.tsx'
import classes from '#web/sync-centre/sync-centre.module.css'

const authors: readonly EntityName[] = ['users']
const maxShown = 100

/** A file is listed with the change that creates its record; others are listed alone. */
function groupFiles(held: readonly HeldChange[], files: readonly HeldFile[]) {
  const creates = ({ userId, change }: HeldChange, file: HeldFile): boolean =>
    userId === file.userId &&
    change !== null &&
    change.ops.some(({ op, entity, id }) => op === 'create' && entity === file.entity && id === file.recordId)
  return {
    ofChange: (change: HeldChange) => files.filter((file) => creates(change, file)),
    withoutChange: files.filter((file) => !held.some((change) => creates(change, file))),
  }
}

export function HeldChangesScreen() {
  const { t } = useTranslation('held')
  useReads(authors)
  const changes = useOnlineResult<readonly HeldChange[]>(`${heldPath}?state=HELD&limit=${maxShown}`)
  const { state, data: held } = changes
  const files = useOnlineResult<readonly HeldFile[]>(`${heldFilesPath}?state=HELD&limit=${maxShown}`)
  const reload = () => {
    changes.reload()
    files.reload()
  }
  const { ofChange, withoutChange } = groupFiles(held ?? [], files.data ?? [])
  const outdated = [changes, files].find(({ data, state }) => data && state.kind === 'failed')?.state
  const isFull = held?.length === maxShown || files.data?.length === maxShown
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      {!held ? (
        <OnlineStatePlaceholder state={state} icon={IconInbox} onRetry={reload} />
      ) : (
        <>
          {outdated?.kind === 'failed' && <OlderCopyBanner problem={outdated.problem} />}
          {held.length + withoutChange.length > 0 && (
            <div className={classes['changes']}>
              {held.map((each) => (
                <HeldCard key={each.id} held={each} files={ofChange(each)} onDecided={reload} />
              ))}
              {withoutChange.map((file) => (
                <HeldFileCard key={file.id} file={file} onDecided={reload} />
              ))}
            </div>
          )}
          {!files.data ? (
            <OnlineStatePlaceholder state={files.state} icon={IconInbox} onRetry={reload} />
          ) : (
            held.length + withoutChange.length === 0 && (
              <EmptyState icon={IconInbox} title={t('empty')} hint={t('emptyHint')} />
            )
          )}
          {isFull && <Text c="dimmed">{t('more', { n: count(maxShown) })}</Text>}
        </>
      )}
    </Page>
  )
}
