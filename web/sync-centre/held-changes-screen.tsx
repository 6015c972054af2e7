// What withdrawn devices handed in, for the firm's administrators: they take or drop each change.
import { Text } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import { NotRead, ReadBefore } from '#web/records/not-read.tsx'
import { useAnswer } from '#web/records/use-answer.ts'
import { useReads } from '#web/records/use-online.ts'
import { count } from '#web/ui/format/number-format.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { type HeldChange, HeldCard, heldPath } from './held-card.tsx'
import classes from './sync-centre.module.css'

const authors: readonly EntityName[] = ['users']
const shownAtOnce = 100

export function HeldChangesScreen() {
  const { t } = useTranslation('held')
  useReads(authors)
  const { state, answer: held, again } = useAnswer<readonly HeldChange[]>(`${heldPath}?state=HELD&limit=${shownAtOnce}`)
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      {!held ? (
        <NotRead state={state} icon={IconInbox} onRetry={again} />
      ) : (
        <>
          {state.kind === 'failed' && <ReadBefore problem={state.problem} />}
          {held.length === 0 ? (
            <EmptyState icon={IconInbox} title={t('empty')} hint={t('emptyHint')} />
          ) : (
            <div className={classes['changes']}>
              {held.map((each) => (
                <HeldCard key={each.id} held={each} onDecided={again} />
              ))}
            </div>
          )}
          {held.length === shownAtOnce && <Text c="dimmed">{t('more', { n: count(shownAtOnce) })}</Text>}
        </>
      )}
    </Page>
  )
}
