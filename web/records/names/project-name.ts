import type { Row } from '#schema/registry.ts'

type Holding = Pick<Row<'investments'>, 'projectId' | 'projectName'>

/**
 * What the project of a holding is called; undefined where nobody knows. An investor may hold a part of a project that is
 * hidden from them: then the investment itself knows the name.
 */
export const nameOfProject = (
  { projectId, projectName }: Holding,
  projects: { get(id: string): Pick<Row<'projects'>, 'name'> | undefined },
): string | undefined => projects.get(projectId)?.name ?? projectName ?? undefined
