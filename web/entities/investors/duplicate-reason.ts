import i18next from 'i18next'
import { listed } from '#web/ui/format/listed.tsx'
import type { Reason } from './duplicates.ts'

/** "same email, same phone" */
export const reasonText = (found: readonly Reason[]): string =>
  listed(found.map((reason) => i18next.t(`investors:duplicateReasons.${reason}`)))
