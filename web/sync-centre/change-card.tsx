import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Operation } from '#schema/protocol.ts'
import type { LedgerEntry } from '#web/store/contract.ts'
import { commit } from '#web/ui/commit.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showMoment } from '#web/ui/date-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { entityWord, fieldName, fieldValue, recordName, type Words } from './change-words.ts'
import { Comparison } from './comparison.tsx'
import { reasonOf } from './refusal-text.ts'
import classes from './sync-centre.module.css'

const verbs = { create: 'created', update: 'updated', delete: 'deleted' } as const

export function ChangeCard({ entry }: { readonly entry: LedgerEntry }) {
  const { t } = useTranslation(['sync', 'fields', 'common'])
  const store = useStore()
  const [asking, setAsking] = useState(false)
  const { state, verdict, ops } = entry
  const needsPerson = state === 'attention'
  const isOpen = needsPerson || state === 'waiting' || state === 'sent'
  const conflicts = verdict?.conflicts ?? []
  const retry = () =>
    commit(
      () => store.retry(entry.id),
      () => {},
      t('common:errorOccurred'),
    )
  const discard = async () => {
    await store.discard(entry.id)
    setAsking(false)
  }
  return (
    <article className={classes['card']} data-attention={needsPerson || undefined}>
      <div className={classes['head']}>
        <div>
          {ops.map((op) => (
            <p key={`${op.op} ${op.id}`} className={classes['title']}>
              {t(verbs[op.op], { what: entityWord(t, op.entity) })}: {recordName(store, t, op)}
            </p>
          ))}
        </div>
        <p className={classes['time']}>{showMoment(Date.parse(entry.at))}</p>
      </div>
      {needsPerson && verdict && <p className={classes['reason']}>{reasonOf(verdict)}</p>}
      {conflicts.length > 0 ? (
        <Comparison conflicts={conflicts} />
      ) : (
        isOpen && ops.map((op) => <Fields key={`${op.op} ${op.id}`} op={op} t={t} />)
      )}
      {isOpen && (
        <div className={classes['buttons']}>
          {needsPerson && <Button onClick={retry}>{t('keepMine')}</Button>}
          <Button variant={needsPerson ? 'default' : 'subtle'} onClick={() => setAsking(true)}>
            {needsPerson ? t('takeTheirs') : t('discard')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('discardTitle')}
        confirm={t('discard')}
        onConfirm={discard}
        onClose={() => setAsking(false)}
      >
        <Text>{t('discardText')}</Text>
      </ConfirmDialog>
    </article>
  )
}

/** The fields of one operation, as the person entered them. */
function Fields({ op, t }: { readonly op: Operation; readonly t: Words }) {
  const store = useStore()
  if (op.op === 'delete') return null
  const fields = Object.entries(op.fields).filter(([, value]) => op.op === 'update' || (value !== null && value !== ''))
  return (
    <dl className={classes['fields']}>
      {fields.map(([field, value]) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{fieldName(t, field)}</dt>
          <dd>{fieldValue(store, t, op.entity, field, value)}</dd>
        </div>
      ))}
    </dl>
  )
}
