import { chooseLanguage } from '#web/i18n/i18n.ts'
import { useChoose } from './use-choose.ts'

/** Other devices of the person follow until they have their own choice. */
export function useChooseLanguage(): (code: string) => void {
  const choose = useChoose()
  return (code) => {
    // The confirmation is in the new language.
    void chooseLanguage(code).finally(() => void choose({ language: code }))
  }
}
