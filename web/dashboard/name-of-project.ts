import type { Row } from '#schema/registry.ts'
import type { Store } from '#web/store/contract.ts'

/** An investor may hold a part of a project that is hidden from them: then the investment itself knows the name. */
export const nameOfProject = (
  store: Store,
  { projectId, projectName }: Pick<Row<'investments'>, 'projectId' | 'projectName'>,
): string => store.table('projects').get(projectId)?.name ?? projectName ?? ''
