import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import { type HeldChange, heldChangesPath, type HeldFile } from '#web/records/data/held-work.ts'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useStore } from '#web/ui/store-context.ts'
import { changeTitle } from '#web/sync-centre/changes/change-title.tsx'
import { Comparison } from '#web/sync-centre/changes/comparison.tsx'
import { HeldDecision } from './held-decision.tsx'
import { HeldFileName } from './held-file.tsx'
import { heldReason, isAboutAuthor } from './held-reason.ts'
import { MadeBy } from './made-by.tsx'
import { OperationFields } from '#web/sync-centre/changes/operation-fields.tsx'
import { ResultComparison } from '#web/sync-centre/changes/result-comparison.tsx'
import classes from '#web/sync-centre/sync-centre.module.css'

interface HeldCardProps {
  readonly held: HeldChange
  /** Files of the records it creates, accepted or discarded with it. */
  readonly files: readonly HeldFile[]
  readonly onDecided: () => void
}

const noNames = {}

export function HeldCard({ held, files, onDecided }: HeldCardProps) {
  const { t } = useTranslation('held')
  const store = useStore()
  const { format } = useDates()
  const title = useId()
  const { id, change, verdict } = held
  if (!change) return null
  const conflicts = verdict?.conflicts ?? []
  const result = verdict?.result?.theirs
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
      <MadeBy held={held} />
      {verdict && (
        <p className={classes['reason']}>
          {result
            ? t('resultChanged')
            : `${heldReason(verdict, format)} ${t(isAboutAuthor(verdict) ? 'byAuthor' : 'byHand')}`}
        </p>
      )}
      {conflicts.length > 0 && <Comparison conflicts={conflicts} names={noNames} mine={t('entered')} />}
      {result && <ResultComparison now={result} names={noNames} ops={change.ops} />}
      {change.ops.map((op) => (
        <OperationFields key={`${op.op} ${op.id}`} op={op} names={noNames} />
      ))}
      {files.map((file) => (
        <p key={file.id}>
          <HeldFileName file={file} />
        </p>
      ))}
      <HeldDecision
        path={`${heldChangesPath}/${id}`}
        messages={{ taken: t('taken'), dropped: t('dropped') }}
        title={t('dropTitle')}
        expect={result && hashOfShown(result)}
        onDecided={onDecided}
      />
    </article>
  )
}
