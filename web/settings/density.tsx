import { useTranslation } from 'react-i18next'
import { densities } from '#schema/kernel/enumerations.ts'
import { choiceLabel, fieldLabel } from '#web/records/names/entity-texts.ts'
import { usePreferences } from '#web/records/data/use-preferences.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { useChoose } from './use-choose.ts'

/** Without a choice, touch screens get more room. */
const byPointer = 'pointer'

export function DensityChoice() {
  const { t } = useTranslation('settings')
  const choose = useChoose()
  return (
    <ChoiceSelect
      maw="24rem"
      label={fieldLabel('userPreferences', 'density')}
      description={t('densityHint')}
      options={[byPointer, ...densities]}
      labelOf={(each) => (each === byPointer ? t('densityByPointer') : choiceLabel('userPreferences', 'density', each))}
      value={usePreferences()?.density ?? byPointer}
      onChange={(each) => choose({ density: each === byPointer ? null : each })}
    />
  )
}
