import { IconBookmarks } from '@tabler/icons-react'
import { formOf } from '#web/records/form/form-of.ts'
import { pluralName, type ListedEntity } from '#web/records/names/entity-texts.ts'
import { PanelButton } from '#web/records/filters/panel-button.tsx'
import { type Part, readPart, writePart } from '#web/records/names/part-in-address.ts'
import { RecordDialogs } from '#web/records/dialogs/record-dialogs.tsx'
import { type RecordVerbs, type SearchProps, usePermittedVerbs } from '#web/records/list/record-plan.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { addressOfView } from './view-address.ts'

const ViewsPanel = preloadable(() => import('./views-panel.tsx').then((each) => each.ViewsPanel))
export const preloadViews = ViewsPanel.preload

const views: RecordVerbs<'savedViews'> = {
  entity: 'savedViews',
  form: formOf('savedViews', [{ field: 'name', isWide: true }]),
  deletePlan: true,
}

interface ViewsButtonProps extends SearchProps {
  readonly list: ListedEntity
  readonly go: (list: ListedEntity, search: RecordSearch) => void
}

export function ViewsButton({ list, search, setSearch, go }: ViewsButtonProps) {
  const { id: userId } = useStore().identity
  const permitted = usePermittedVerbs(views as RecordVerbs)
  const address = addressOfView(search)
  const openDialog = (part: Part) => setSearch({ part: writePart('savedViews', part) })
  return (
    <>
      <PanelButton
        label={pluralName('savedViews')}
        icon={IconBookmarks}
        isRare
        panel={(close) => <ViewsPanel list={list} address={address} go={go} openDialog={openDialog} onClose={close} />}
      />
      <RecordDialogs
        verbs={views as RecordVerbs}
        permitted={{ ...permitted, create: permitted.create && address !== '' }}
        shown={readPart('savedViews', search.part)}
        fixedValues={{ userId, list, address }}
        onClose={() => setSearch({ part: undefined })}
      />
    </>
  )
}
