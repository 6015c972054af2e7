import i18next from 'i18next'
import { languages } from '#schema/app/languages.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { useChoose } from './use-choose.ts'

/** The person's other devices use this language too, unless one was chosen on them. */
export function useChooseLanguage(): (code: string) => void {
  const choose = useChoose()
  return (code) => {
    const done = () => i18next.t('common:labelled', { label: i18next.t('settings:language'), value: nameOf(code) })
    void chooseLanguage(code).finally(() => void choose({ language: code }, done))
  }
}

const nameOf = (code: string): string => languages.find((each) => each.code === code)?.name ?? code
