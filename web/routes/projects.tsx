import { createFileRoute } from '@tanstack/react-router'
import { useSetSearch } from '#web/app/use-set-search.ts'
import { ProjectsScreen } from '#web/projects/projects-screen.tsx'
import { readListSearch } from '#web/ui/list-search.ts'

export const Route = createFileRoute('/projects')({
  validateSearch: readListSearch,
  loader: ({ context }) => context.prepare(['projects']),
  component: Screen,
})

function Screen() {
  return <ProjectsScreen search={Route.useSearch()} setSearch={useSetSearch('/projects')} />
}
