import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { manyWord } from '#web/records/entity-texts.ts'
import { ScreenLink } from '#web/records/screen-path.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { besides, pathOfRoute, routeAt } from './route-table.ts'
import classes from './section-nav.module.css'

/** Leads between screens that share one entry of the menu. */
export function SectionNav({ pathname }: { readonly pathname: string }) {
  const { t } = useTranslation('shell')
  const { role } = useStore().identity
  const here = routeAt(pathname)
  const routes = here ? besides(here, role) : []
  const nav = useRef<HTMLElement>(null)
  // On narrow screens the row of links is longer than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  if (!here || routes.length === 0) return null
  return (
    <nav ref={nav} aria-label={t('route.settings')} className={classes['nav']}>
      {routes.map((route) => (
        <ScreenLink
          key={pathOfRoute(route)}
          to={pathOfRoute(route)}
          className={classes['link']}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <route.icon size={18} stroke={1.6} aria-hidden="true" />
          {'entity' in route ? manyWord(route.entity) : route.under ? t(`route.${route.label}`) : t('route.profile')}
        </ScreenLink>
      ))}
    </nav>
  )
}
