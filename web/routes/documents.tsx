import { createFileRoute } from '@tanstack/react-router'
import { useSetSearch } from '#web/app/use-set-search.ts'
import { DocumentsScreen } from '#web/documents/documents-screen.tsx'
import { readListSearch } from '#web/ui/list-search.ts'

export const Route = createFileRoute('/documents')({
  validateSearch: readListSearch,
  loader: ({ context }) => context.prepare(['documents', 'projects', 'investors']),
  component: Screen,
})

function Screen() {
  return <DocumentsScreen search={Route.useSearch()} setSearch={useSetSearch('/documents')} />
}
