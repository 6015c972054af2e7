import { useTranslation } from 'react-i18next'
import { languages } from '#schema/app/languages.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { shieldPresses } from '#web/ui/overlay/press-shield.ts'
import { useChooseLanguage } from './use-choose-language.ts'

export function LanguageChoice() {
  const { t, i18n } = useTranslation('settings')
  const choose = useChooseLanguage()
  return (
    <ChoiceSelect
      maw="24rem"
      label={t('language')}
      options={languages.map(({ code }) => code)}
      labelOf={(code) => languages.find((language) => language.code === code)?.name ?? code}
      value={i18n.language}
      // Choosing the current language counts, too: it becomes the person's own choice.
      onOptionSubmit={(code) => {
        shieldPresses()
        choose(code)
      }}
    />
  )
}
