import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { languages } from '#schema/languages.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { shieldPresses } from '#web/ui/overlay/press-shield.ts'
import { useChoose } from './use-choose.ts'

/** The language of this device, which the person's other devices adopt. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation('settings')
  const choose = useChoose()
  return (
    <ChoiceSelect
      maw="24rem"
      label={t('language')}
      options={languages.map(({ code }) => code)}
      labelOf={(code) => languages.find((language) => language.code === code)?.name ?? code}
      value={i18n.language}
      // Choosing the browser's language counts, too: from now on it is the person's own choice.
      onOptionSubmit={(code) => {
        shieldPresses()
        void chooseLanguage(code)
        void choose({ language: code })
      }}
    />
  )
}
