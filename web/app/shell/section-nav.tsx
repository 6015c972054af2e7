import { IconLayoutGrid } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PanelButton } from '#web/records/filters/panel-button.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { menuPathOf, siblingRoutes } from '#web/app/routes/menu.ts'
import { routeAt } from '#web/app/routes/find-route.ts'
import { routeLabel } from '#web/app/routes/route-label.ts'
import { isGrouped, SectionLinks } from './section-links.tsx'
import classes from './section-nav.module.css'

interface SectionProps {
  readonly pathname: string
  readonly children: ReactNode
}

export function Section({ pathname, children }: SectionProps) {
  const { t } = useTranslation('shell')
  const { role } = useStore().identity
  const route = routeAt(pathname)
  const routes = route ? siblingRoutes(route, role) : []
  const menuRoute = route && routeAt(menuPathOf(route))
  if (!menuRoute || routes.length === 0) return children
  const grouped = isGrouped(routes)
  return (
    <div className={classes['section']} data-grouped={grouped || undefined} data-beside-bar={!grouped || undefined}>
      <nav aria-label={routeLabel(menuRoute)} className={classes['nav']}>
        {grouped && (
          <div className={classes['brief']}>
            <PanelButton
              label={t('section.all')}
              icon={IconLayoutGrid}
              panel={(close) => (
                <div className={classes['panel']}>
                  <SectionLinks routes={routes} onFollow={close} />
                </div>
              )}
            />
          </div>
        )}
        <div className={classes['links']}>
          <SectionLinks routes={routes} />
        </div>
      </nav>
      {children}
    </div>
  )
}
