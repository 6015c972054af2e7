import type { Row } from '#schema/registry.ts'

type Holding = Pick<Row<'investments'>, 'projectId' | 'projectName'>

/**
 * Undefined if unknown. An investor may hold a part of a project they cannot read: the investment then stores the name.
 */
export const nameOfProject = (
  { projectId, projectName }: Holding,
  projects: { get(id: string): Pick<Row<'projects'>, 'name'> | undefined },
): string | undefined => projects.get(projectId)?.name ?? projectName ?? undefined
