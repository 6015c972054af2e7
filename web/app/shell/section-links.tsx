import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { pathOfRoute } from '#web/app/routes/find-route.ts'
import { type AppRoute, sectionGroups } from '#web/app/routes/route-table.ts'
import { routeLabel } from '#web/app/routes/route-label.ts'
import classes from './section-nav.module.css'

interface SectionLinksProps {
  readonly routes: readonly AppRoute[]
  readonly onFollow?: () => void
}

export function SectionLinks({ routes, onFollow }: SectionLinksProps) {
  const { t } = useTranslation('shell')
  const linkTo = (route: AppRoute) => (
    <ScreenLink
      key={pathOfRoute(route)}
      to={pathOfRoute(route)}
      className={classes['link']}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(onFollow && { onClick: onFollow })}
    >
      <route.icon size={18} stroke={1.6} aria-hidden="true" />
      {'path' in route && route.path === '/settings' ? t('route.profile') : routeLabel(route)}
    </ScreenLink>
  )
  if (!isGrouped(routes)) return routes.map(linkTo)
  return (['own', ...sectionGroups] as const).map((name) => {
    const inGroup = routes.filter(({ group = 'own' }) => group === name)
    if (inGroup.length === 0) return null
    return (
      <section key={name} aria-label={t(`section.${name}`)} className={classes['group']}>
        <span className={classes['heading']} aria-hidden="true">
          {t(`section.${name}`)}
        </span>
        {inGroup.map(linkTo)}
      </section>
    )
  })
}

export const isGrouped = (routes: readonly AppRoute[]): boolean => routes.some(({ group }) => group !== undefined)
