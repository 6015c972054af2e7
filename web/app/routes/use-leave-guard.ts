import { useBlocker } from '@tanstack/react-router'
import { mayLeaveForms } from '#web/ui/overlay/dialogs/leave-forms.ts'
import type { ListSearch } from '#web/ui/search/list-search.ts'
import { useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'

interface FormLocation {
  readonly pathname: string
  readonly search: ListSearch
}

const isSameForm = (one: FormLocation, other: FormLocation): boolean =>
  one.pathname === other.pathname &&
  one.search.dialog === other.search.dialog &&
  one.search.record === other.search.record &&
  one.search.part === other.search.part

const keepsFormOpen = async ({
  current,
  next,
}: {
  readonly current: FormLocation
  readonly next: FormLocation
}): Promise<boolean> => !isSameForm(current, next) && !(await mayLeaveForms())

export function useLeaveGuard(): void {
  const unsaved = useUnsavedForms(({ count }) => count > 0)
  useBlocker({ shouldBlockFn: keepsFormOpen, enableBeforeUnload: false, disabled: !unsaved })
}
