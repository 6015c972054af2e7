import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notificationKinds } from '#schema/enumerations.ts'
import { choiceLabel, fieldLabel } from '#web/records/entity-texts.ts'
import { usePreferences } from '#web/records/use-preferences.ts'
import classes from './push-choices.module.css'
import { useChoose } from './use-choose.ts'

/** Of which kinds of news this person's devices are told while the app is closed. */
export function PushChoices() {
  const { t } = useTranslation('settings')
  const choose = useChoose()
  const kinds = usePreferences()?.pushKinds ?? notificationKinds
  return (
    <Switch.Group
      label={fieldLabel('userPreferences', 'pushKinds')}
      description={t('pushHint')}
      value={[...kinds]}
      onChange={(chosen) => void choose({ pushKinds: chosen.length === notificationKinds.length ? null : chosen })}
    >
      {notificationKinds.map((kind) => (
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
