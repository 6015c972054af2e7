import { Button, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordName } from '#web/records/names/record-name.tsx'
import type { PendingUpload } from '#web/store/base/pending-upload.ts'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialogs/confirm-dialog.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useStore } from '#web/ui/store-context.ts'
import { fileReason } from './file-reason.ts'
import classes from './sync-centre.module.css'

export function FileCard({ file }: { readonly file: PendingUpload }) {
  const { t } = useTranslation(['files', 'sync'])
  const { files } = useStore()
  const { format, moment } = useDates()
  const [isConfirming, setConfirming] = useState(false)
  const title = useId()
  const { entity, id, name, size, uploadedBytes, problem, at } = file
  const save = async () => {
    const bytes = await files.read(file)
    if (bytes) saveFile(name, bytes, bytes.type)
  }
  return (
    <article
      className={classes['card']}
      data-card={file.file}
      data-attention={problem !== null || undefined}
      aria-labelledby={title}
      tabIndex={-1}
    >
      <div className={classes['head']}>
        <p id={title} className={classes['title']}>
          <Name>{name}</Name>
        </p>
        <p className={classes['time']}>{moment(Date.parse(at))}</p>
      </div>
      <Text size="sm">
        <RecordName entity={entity} id={id} />
      </Text>
      <p className={classes['reason']}>
        {problem
          ? fileReason(problem, format)
          : uploadedBytes > 0
            ? t('sending', { percent: count(Math.floor((100 * uploadedBytes) / size)) })
            : t('waitsHere')}
      </p>
      <div className={classes['buttons']}>
        {problem && <Button onClick={() => void files.retry(file)}>{t('again')}</Button>}
        <Button variant="subtle" onClick={() => void save()}>
          {t('sync:export')}
        </Button>
        <Button variant={problem ? 'default' : 'subtle'} onClick={() => setConfirming(true)}>
          {t('takeBack')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isConfirming}
        title={t('takeBackTitle')}
        confirm={t('takeBack')}
        onConfirm={() => files.discardUpload(file)}
        onClose={() => setConfirming(false)}
      >
        <Text>{t('takeBackText')}</Text>
      </ConfirmDialog>
    </article>
  )
}
