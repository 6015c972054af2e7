import { useTranslation } from 'react-i18next'
import { localizedDevice } from '#web/i18n/localized-device.ts'
import { untitledText } from '#web/records/names/entity-texts.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import classes from '#web/sync-centre/sync-centre.module.css'

interface MadeByProps {
  readonly held: { readonly userId: string; readonly device: string | null }
}

export function MadeBy({ held: { userId, device } }: MadeByProps) {
  const { t } = useTranslation('held')
  return (
    <p className={classes['time']}>
      <Sentence
        format={(person, on) => t('madeBy', { person, device: on })}
        parts={[
          <RecordName key="person" entity="users" id={userId} />,
          <Name key="device">{device === null ? untitledText('sessions') : localizedDevice(device)}</Name>,
        ]}
      />
    </p>
  )
}
