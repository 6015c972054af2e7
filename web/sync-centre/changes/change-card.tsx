import { Button, Text } from '@mantine/core'
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxEntry } from '#web/store/base/contract.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialogs/confirm-dialog.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { changeTitle } from './change-title.tsx'
import { type Names, recordName } from '#web/records/names/change-text.ts'
import { Comparison } from './comparison.tsx'
import { DiscardMenu } from './discard-menu.tsx'
import { discardChanges } from './discard-changes.ts'
import { DeletedRecordActions } from './deleted-record-actions.tsx'
import { OperationFields } from './operation-fields.tsx'
import { operationsWithoutConflict, hasSavedTheRest, settlingOf, supersededBy } from './change-parts.ts'
import { reasonOf } from './refusal-text.tsx'
import { ResultComparison } from './result-comparison.tsx'
import { SettleFields } from './settle-fields.tsx'
import classes from '#web/sync-centre/sync-centre.module.css'
import { ChangeList } from './change-list.tsx'
import { WaitingActions } from './waiting-actions.tsx'

export function ChangeCard({ entry }: { readonly entry: OutboxEntry }) {
  const { t } = useTranslation(['sync', 'common'])
  const store = useStore()
  const { format, moment } = useDates()
  const [isConfirming, setConfirming] = useState(false)
  const openConfirm = useCallback(() => setConfirming(true), [])
  const title = useId()
  const { state, verdict, ops, names } = entry
  const { [entry.id]: retryAt } = useSyncStatus().parked
  const settling = settlingOf(entry)
  const needsPerson = state === 'attention'
  const isOpen = needsPerson || state === 'waiting' || state === 'sent'
  const conflicts = verdict?.conflicts ?? []
  const besides = operationsWithoutConflict(entry)
  const rest = hasSavedTheRest(entry) ? t('alsoSaved') : t('alsoNotSaved')
  const followers = needsPerson ? supersededBy(store.outbox(), entry) : []
  const known: Names = Object.assign({}, ...followers.map((each) => each.names), names)
  const retry = () =>
    reportResult(
      () => store.retry(entry.id),
      () => toast.success(settling === 'result' ? t('accepted') : t('retried')),
      t('common:errorOccurred'),
    )
  const keep = { delete: t('deleteAnyway'), result: t('acceptResult'), whole: t('keepMine'), fields: t('keepMine') }
  const discardLabel = settling === 'delete' ? t('keepRecord') : settling === 'result' ? t('discard') : t('takeTheirs')
  const discard = async () => {
    await discardChanges(store, [entry.id])
    setConfirming(false)
  }
  return (
    <article
      className={classes['card']}
      data-card={entry.id}
      data-attention={needsPerson || undefined}
      aria-labelledby={title}
      tabIndex={-1}
    >
      <div className={classes['head']}>
        <div id={title}>
          {ops.map((op) => (
            <p key={`${op.op} ${op.id}`} className={classes['title']}>
              {changeTitle(store, op, names)}
            </p>
          ))}
        </div>
        <p className={classes['time']}>{moment(Date.parse(entry.at))}</p>
      </div>
      {retryAt !== undefined && <p className={classes['reason']}>{t('parked', { time: moment(retryAt) })}</p>}
      {needsPerson && verdict && <p className={classes['reason']}>{reasonOf(verdict, format)}</p>}
      {settling === 'result' && (
        <ResultComparison seen={entry.shown ?? []} now={verdict!.result!.theirs} names={known} ops={ops} />
      )}
      {conflicts.length > 0 && settling !== 'gone' ? (
        <>
          <Comparison conflicts={conflicts} names={names} />
          {settling === 'fields' && <SettleFields entry={entry} />}
          <ChangeList heading={rest} ops={besides} names={names} untitled />
        </>
      ) : (
        isOpen && ops.map((op) => <OperationFields key={`${op.op} ${op.id}`} op={op} names={names} />)
      )}
      <ChangeList heading={t('wentWith')} ops={followers.flatMap(({ ops }) => ops)} names={known} />
      {needsPerson && retryAt === undefined && settling !== 'fields' && (
        <div className={classes['buttons']}>
          {settling === 'gone' && <DeletedRecordActions entry={entry} />}
          {settling !== 'gone' && verdict?.code !== 'STATE' && <Button onClick={retry}>{keep[settling]}</Button>}
          <Button variant="default" onClick={openConfirm}>
            {discardLabel}
          </Button>
        </div>
      )}
      {isOpen && !needsPerson && ops[0] && (
        <div className={classes['buttons']}>
          <WaitingActions op={ops[0]} />
          {retryAt === undefined && (
            <DiscardMenu name={recordName(store, ops[0], names)} label={t('discard')} onDiscard={openConfirm} />
          )}
        </div>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={t('discardTitle')}
        confirm={t('discard')}
        onConfirm={discard}
        onClose={() => setConfirming(false)}
      >
        <Text>{t('discardText')}</Text>
        <ChangeList heading={t('discarding')} ops={[...ops, ...followers.flatMap((each) => each.ops)]} names={known} />
      </ConfirmDialog>
    </article>
  )
}
