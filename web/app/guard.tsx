import i18next from 'i18next'
import type { ReactNode } from 'react'
import { textOf } from '#web/records/entity-texts.ts'
import { useStore } from '#web/ui/store-context.ts'
import { AccessDenied } from './access-denied.tsx'
import { NotFound } from './not-found.tsx'
import { maySeePage, recordPageAt } from './record-pages.ts'
import { maySee, routeAt } from './route-table.ts'

export function Guard({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const { role } = useStore().identity
  const route = routeAt(pathname)
  const page = route ? undefined : recordPageAt(pathname)
  if (page) return maySeePage(page, role) ? children : <AccessDenied text={i18next.t('shell:accessDeniedText')} />
  if (!route) return <NotFound />
  if (maySee(route, role)) return children
  const text = 'entity' in route ? textOf(route.entity, 'denied') : null
  return <AccessDenied text={text ?? i18next.t('shell:accessDeniedText')} />
}
