import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notificationKinds } from '#schema/kernel/enumerations.ts'
import { choiceLabel, fieldLabel } from '#web/records/names/entity-texts.ts'
import { usePreferences } from '#web/records/data/use-preferences.ts'
import classes from './push-choices.module.css'
import { useChoose } from './use-choose.ts'

/** Signatures have no screen yet, so nothing announces them. A stored choice stays. */
const offered = notificationKinds.filter((kind) => kind !== 'DOCUMENT_TO_SIGN')

export function PushChoices() {
  const { t } = useTranslation('settings')
  const choose = useChoose()
  const kinds = usePreferences()?.pushKinds ?? notificationKinds
  return (
    <Switch.Group
      label={fieldLabel('userPreferences', 'pushKinds')}
      description={t('pushHint')}
      value={[...kinds]}
      onChange={(chosen) => {
        const isAll = offered.every((kind) => chosen.includes(kind))
        void choose({ pushKinds: isAll ? null : chosen })
      }}
    >
      {offered.map((kind) => (
        <Switch
          key={kind}
          size="md"
          classNames={{ body: classes['choice'] ?? '', label: classes['words'] ?? '' }}
          value={kind}
          label={choiceLabel('userPreferences', 'pushKinds', kind)}
        />
      ))}
    </Switch.Group>
  )
}
