// For people without the list, and for files.
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { EntityName } from '#schema/registry.ts'
import type { ListedEntity } from '#web/records/names/entity-texts.ts'
import { recordPath, type RecordPath } from '#web/records/names/screen-path.tsx'
import { identityMay } from '#web/records/data/use-may.ts'
import { maySee } from './route-access.ts'
import { routeAt } from './find-route.ts'
import type { Lazy } from './route-table.ts'

export interface RecordPage {
  readonly entity: EntityName
  readonly path: RecordPath
  readonly screen: Lazy<object>
}

export const recordPages: readonly RecordPage[] = [
  {
    entity: 'projects',
    path: recordPath('projects'),
    screen: lazyRouteComponent(() => import('#web/entities/projects/project-screen.tsx'), 'ProjectScreen'),
  },
  {
    entity: 'documents',
    path: '/view/documents/$id',
    screen: lazyRouteComponent(() => import('#web/file-page/file-screen.tsx'), 'DocumentFile'),
  },
  {
    entity: 'referralAttachments',
    path: '/view/referral-attachments/$id',
    screen: lazyRouteComponent(() => import('#web/file-page/file-screen.tsx'), 'AttachmentFile'),
  },
]

export const recordPageAt = (pathname: string): RecordPage | undefined =>
  recordPages.find(({ path }) => {
    const [prefix = ''] = path.split('$id')
    return pathname.startsWith(prefix) && /^[^/]+\/?$/.test(pathname.slice(prefix.length))
  })

export const maySeePage = ({ entity }: RecordPage, role: Role): boolean => identityMay({ role }, entity, 'read')

export function pageInsteadOf(listPath: string, entity: ListedEntity, role: Role): RecordPage | undefined {
  const list = routeAt(listPath)
  return list && maySee(list, role)
    ? undefined
    : recordPages.find((page) => page.entity === entity && page.path === `${listPath}/$id`)
}

export function mayOpen(listPath: string, entity: ListedEntity, role: Role): boolean {
  const list = routeAt(listPath)
  const page = pageInsteadOf(listPath, entity, role)
  return (list !== undefined && maySee(list, role)) || (page !== undefined && maySeePage(page, role))
}
