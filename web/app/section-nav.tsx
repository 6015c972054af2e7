import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#web/records/screen-path.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { type AppRoute, aboveOf, besides, pathOfRoute, routeAt, sectionGroups } from './route-table.ts'
import { routeWord } from './route-word.ts'
import classes from './section-nav.module.css'

interface SectionProps {
  readonly pathname: string
  /** The screen. */
  readonly children: ReactNode
}

/** A screen with the links to those that share its entry of the menu: many of them stand in groups. */
export function Section({ pathname, children }: SectionProps) {
  const { t } = useTranslation('shell')
  const { role } = useStore().identity
  const here = routeAt(pathname)
  const routes = here ? besides(here, role) : []
  const above = here && routeAt(aboveOf(here))
  const nav = useRef<HTMLElement>(null)
  // On narrow screens the row of links is longer than the screen.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  if (!above || routes.length === 0) return children
  const linkTo = (route: AppRoute) => (
    <ScreenLink
      key={pathOfRoute(route)}
      to={pathOfRoute(route)}
      className={classes['link']}
      activeOptions={{ exact: true, includeSearch: false }}
    >
      <route.icon size={18} stroke={1.6} aria-hidden="true" />
      {'path' in route && route.path === '/settings' ? t('route.profile') : routeWord(route)}
    </ScreenLink>
  )
  const groups = sectionGroups.filter((group) => routes.some((route) => route.group === group))
  return (
    <div className={classes['section']} data-grouped={groups.length > 0 || undefined}>
      <nav ref={nav} aria-label={routeWord(above)} className={classes['nav']}>
        {routes.filter(({ group }) => !group).map(linkTo)}
        {groups.map((group) => (
          <section key={group} aria-label={t(`section.${group}`)} className={classes['group']}>
            <span className={classes['heading']} aria-hidden="true">
              {t(`section.${group}`)}
            </span>
            {routes.filter((route) => route.group === group).map(linkTo)}
          </section>
        ))}
      </nav>
      {children}
    </div>
  )
}
