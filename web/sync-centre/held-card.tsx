import { Button, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Change, Verdict } from '#schema/protocol.ts'
import { untitledWords } from '#web/records/entity-texts.ts'
import { RecordName } from '#web/records/record-name.tsx'
import { Moment } from '#web/ui/format/moment.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useDates } from '#web/ui/format/use-dates.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAsking } from '#web/ui/overlay/use-asking.ts'
import { useStore } from '#web/ui/store-context.ts'
import { changeTitle } from './change-title.tsx'
import { Comparison } from './comparison.tsx'
import { OperationFields } from './operation-fields.tsx'
import { reasonOf } from './refusal-text.tsx'
import classes from './sync-centre.module.css'

export const heldPath = '/api/held-changes'

/** A change that a withdrawn device handed in, as the server tells it. */
export interface HeldChange {
  readonly id: string
  readonly userId: string
  readonly device: string | null
  readonly change: Pick<Change, 'at' | 'ops'> | null
  readonly state: 'HELD' | 'TAKEN' | 'DROPPED'
  /** Why it was not accepted when an administrator last took it. */
  readonly verdict: Verdict | null
}

interface HeldCardProps {
  readonly held: HeldChange
  /** The list is read again: what was taken or dropped, here or by somebody else, is not in it. */
  readonly onDecided: () => void
}

const noNames = {}

/** Administrators may do everything, so these are said of the author. */
const isOfAuthor = ({ code }: Verdict): boolean => code === 'FORBIDDEN' || code === 'NOT_FOUND'

export function HeldCard({ held: { id, userId, device, change, verdict }, onDecided }: HeldCardProps) {
  const { t } = useTranslation('held')
  const store = useStore()
  const { format } = useDates()
  const { isBusy, ask } = useAsking()
  const [isDropping, setDropping] = useState(false)
  const title = useId()
  const decide = (how: 'take' | 'drop') => store.online.ask('POST', `${heldPath}/${id}/${how}`) as Promise<HeldChange>
  const take = async () => {
    await ask(async () => {
      const { state, verdict: why } = await decide('take')
      if (state === 'TAKEN') toast.success(t('taken'))
      else toast.error(why ? reasonOf(why, format) : t('notTaken'))
    })
    onDecided()
  }
  const drop = async () => {
    await decide('drop')
    toast.success(t('dropped'))
    setDropping(false)
    onDecided()
  }
  if (!change) return null
  const conflicts = verdict?.conflicts ?? []
  return (
    <article className={classes['card']} data-attention={verdict !== null || undefined} aria-labelledby={title}>
      <div className={classes['head']}>
        <div id={title}>
          {change.ops.map((op) => (
            <p key={`${op.op} ${op.id}`} className={classes['title']}>
              {changeTitle(store, op, noNames)}
            </p>
          ))}
        </div>
        <p className={classes['time']}>
          <Moment at={change.at} />
        </p>
      </div>
      <p className={classes['time']}>
        <Sentence
          say={(person, on) => t('madeBy', { person, device: on })}
          parts={[
            <RecordName key="person" entity="users" id={userId} />,
            <Name key="device">{device ?? untitledWords('sessions')}</Name>,
          ]}
        />
      </p>
      {verdict && (
        <p className={classes['reason']}>
          {reasonOf(verdict, format)} {t(isOfAuthor(verdict) ? 'byAuthor' : 'byHand')}
        </p>
      )}
      {conflicts.length > 0 && <Comparison conflicts={conflicts} names={noNames} mine={t('entered')} />}
      {change.ops.map((op) => (
        <OperationFields key={`${op.op} ${op.id}`} op={op} names={noNames} />
      ))}
      <div className={classes['buttons']}>
        <Button onClick={() => void take()} aria-busy={isBusy}>
          {t('take')}
        </Button>
        <Button variant="default" onClick={() => setDropping(true)}>
          {t('drop')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isDropping}
        title={t('dropTitle')}
        confirm={t('drop')}
        onConfirm={drop}
        onClose={() => setDropping(false)}
      >
        <Text>{t('dropText')}</Text>
      </ConfirmDialog>
    </article>
  )
}
