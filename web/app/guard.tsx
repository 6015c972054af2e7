import { Navigate, useSearch } from '@tanstack/react-router'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { sharePath } from '#schema/app/shared-files.ts'
import { textOf } from '#web/records/names/entity-texts.ts'
import { useStore } from '#web/ui/store-context.ts'
import { AccessDenied } from './notices/access-denied.tsx'
import { NotFound } from './notices/not-found.tsx'
import { maySeePage, pageInsteadOf, type RecordPage, recordPageAt } from './routes/record-pages.ts'
import { parentList, maySee } from './routes/route-access.ts'
import { listOfPageAt, pathOfRoute, routeAt } from './routes/find-route.ts'

export function Guard({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const { role } = useStore().identity
  const route = routeAt(pathname)
  // Shared files stay pending until the upload dialog opens.
  if (pathname === sharePath) return <Navigate to="/documents" search={{ dialog: 'create' }} replace />
  const list = listOfPageAt(pathname)
  if (list && maySee(list, role)) return children
  const page = route ? undefined : recordPageAt(pathname)
  if (page) return maySeePage(page, role) ? children : <AccessDenied text={i18next.t('shell:accessDeniedText')} />
  if (!route) return <NotFound list={parentList(pathname, role)} />
  if (maySee(route, role)) return children
  const text = 'entity' in route ? textOf(route.entity, 'denied') : null
  const denied = <AccessDenied text={text ?? i18next.t('shell:accessDeniedText')} />
  const pageInstead = 'entity' in route ? pageInsteadOf(pathOfRoute(route), route.entity, role) : undefined
  return pageInstead && maySeePage(pageInstead, role) ? <PageInstead page={pageInstead} fallback={denied} /> : denied
}

function PageInstead({ page, fallback }: { readonly page: RecordPage; readonly fallback: ReactNode }) {
  const { record } = useSearch({ strict: false }) as { readonly record?: string }
  if (record === undefined) return fallback
  return <Navigate to={page.path} params={{ id: record }} search={{}} replace />
}
