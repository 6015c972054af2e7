// Back, forward and links ask for confirmation before an open form is lost, like the close button.
import { useBlocker } from '@tanstack/react-router'
import { mayLeaveForms } from '#web/ui/overlay/dialogs/leave-forms.ts'
import type { ListSearch } from '#web/ui/search/list-search.ts'
import { useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'

interface Place {
  readonly pathname: string
  readonly search: ListSearch
}

const sameForm = (one: Place, other: Place): boolean =>
  one.pathname === other.pathname &&
  one.search.dialog === other.search.dialog &&
  one.search.record === other.search.record &&
  one.search.part === other.search.part

const staysInForm = async ({ current, next }: { readonly current: Place; readonly next: Place }): Promise<boolean> =>
  !sameForm(current, next) && !(await mayLeaveForms())

export function useLeaveGuard(): void {
  const unsaved = useUnsavedForms(({ count }) => count > 0)
  useBlocker({ shouldBlockFn: staysInForm, enableBeforeUnload: false, disabled: !unsaved })
}
