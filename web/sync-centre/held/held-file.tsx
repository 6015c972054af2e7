import { Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type HeldFile, heldFilesPath } from '#web/records/data/held-work.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { HeldDecision } from './held-decision.tsx'
import { heldReason, isAboutAuthor } from './held-reason.ts'
import { MadeBy } from './made-by.tsx'
import classes from '#web/sync-centre/sync-centre.module.css'

export function HeldFileName({ file: { fileName, size } }: { readonly file: HeldFile }) {
  const { t } = useTranslation(['files', 'common'])
  const named = t('kilobytes', { n: count(Math.max(1, Math.round(size / 1000))) })
  return (
    <Sentence
      format={(name) => t('common:labelled', { label: t('file'), value: `${name} (${named})` })}
      parts={[<Name key="name">{fileName}</Name>]}
    />
  )
}

interface HeldFileCardProps {
  readonly file: HeldFile
  readonly onDecided: () => void
}

export function HeldFileCard({ file, onDecided }: HeldFileCardProps) {
  const { t } = useTranslation('held')
  const { format } = useDates()
  const title = useId()
  const { id, entity, recordId, verdict, createdAt } = file
  return (
    <article className={classes['card']} data-attention={verdict !== null || undefined} aria-labelledby={title}>
      <div className={classes['head']}>
        <p id={title} className={classes['title']}>
          <HeldFileName file={file} />
        </p>
        <p className={classes['time']}>
          <Moment at={createdAt} />
        </p>
      </div>
      <MadeBy held={file} />
      <Text size="sm">
        <RecordName entity={entity} id={recordId} />
      </Text>
      {verdict && (
        <p className={classes['reason']}>
          {heldReason(verdict, format)} {t(isAboutAuthor(verdict) ? 'fileByAuthor' : 'fileByHand')}
        </p>
      )}
      <HeldDecision
        path={`${heldFilesPath}/${id}`}
        messages={{ taken: t('fileTaken'), dropped: t('fileDropped') }}
        title={t('fileDropTitle')}
        onDecided={onDecided}
      />
    </article>
  )
}
