import type { ReactNode } from 'react'
import { useStore } from '#web/ui/store-context.ts'
import { AccessDenied } from './access-denied.tsx'
import { NotFound } from './not-found.tsx'
import { routeAt } from './route-table.ts'

export function Guard({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const { role } = useStore().identity
  const route = routeAt(pathname)
  if (!route) return <NotFound />
  if (!route.roles.includes(role)) return <AccessDenied text={route.denied ?? 'accessDeniedText'} />
  return children
}
