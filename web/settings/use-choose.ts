import i18next from 'i18next'
import { noPreferences, preferencesIdOf } from '#schema/entities/user-preferences/entity.ts'
import type { Command } from '#web/store/base/command.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { useStore } from '#web/ui/store-context.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { usePreferences } from '#web/records/data/use-preferences.ts'

type PreferenceFields = Readonly<Record<string, string | readonly string[] | null>>

/**
 * Creates the row empty before changing it: if another device has created it meanwhile, the two merge field by field.
 */
export function useChoose(): (fields: PreferenceFields, done?: () => string) => Promise<void> {
  const store = useStore()
  const chosen = usePreferences()
  const commands = (fields: PreferenceFields): Command[] => {
    if (chosen) return [{ op: 'update', entity: 'userPreferences', seen: chosen, fields }]
    const userId = store.identity.id
    const id = preferencesIdOf(userId)
    const seen = { id, number: 0, createdAt: '', updatedAt: '', createdBy: userId, userId, ...noPreferences }
    return [
      { op: 'create', entity: 'userPreferences', id, fields: { userId, ...noPreferences } },
      { op: 'update', entity: 'userPreferences', seen, fields },
    ]
  }
  return (fields, done = () => i18next.t('settings:preferencesSaved')) =>
    reportResult(
      () => store.commit(commands(fields)),
      // In the language the person may just have chosen.
      (outcome) => reportSaved(store, outcome, done()),
      i18next.t('settings:preferencesFailed'),
    )
}
