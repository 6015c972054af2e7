import type { Row } from '#schema/registry.ts'
import { pluralName } from '#web/records/names/entity-texts.ts'
import { useSavedViews } from '#web/records/saved-views/use-saved-views.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { useStore } from '#web/ui/store-context.ts'
import { maySee } from '#web/app/routes/route-access.ts'
import { routeOf } from '#web/app/routes/find-route.ts'
import type { EntityRoute } from '#web/app/routes/route-table.ts'

interface FoundView {
  readonly view: Row<'savedViews'>
  readonly route: EntityRoute
}

export function useFoundViews(words: readonly string[]): readonly FoundView[] {
  const { role } = useStore().identity
  return useSavedViews().flatMap((view) => {
    const route = routeOf(view.list)
    if (!route || !maySee(route, role)) return []
    const text = foldText(`${pluralName(route.entity)} ${view.name}`)
    return words.every((word) => text.includes(word)) ? [{ view, route }] : []
  })
}
