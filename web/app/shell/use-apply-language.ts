import i18next from 'i18next'
import { useEffect } from 'react'
import { speakLanguage, wantedLanguage } from '#web/i18n/i18n.ts'
import { usePreferences } from '#web/records/data/use-preferences.ts'
import { useStore } from '#web/ui/store-context.ts'

export function useApplyLanguage(): void {
  const { preferredLanguage } = useStore().identity
  const chosen = usePreferences()?.language
  const wanted = wantedLanguage(chosen, preferredLanguage)
  useEffect(() => {
    if (wanted.code !== i18next.language) void speakLanguage(wanted)
  }, [wanted])
}
