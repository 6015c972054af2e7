import { chooseLanguage } from '#web/i18n/i18n.ts'
import { useChoose } from './use-choose.ts'

/** Chooses the language of this device, which the person's other devices follow until they have one of their own. */
export function useChooseLanguage(): (code: string) => void {
  const choose = useChoose()
  return (code) => {
    // What is said about the choice is said in the chosen language.
    void chooseLanguage(code).finally(() => void choose({ language: code }))
  }
}
