import { Title } from '@mantine/core'
import { IconBuildingSkyscraper, IconCoins, IconFileUpload, type IconProps, IconUserPlus } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/records/data/use-may.ts'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import classes from './quick-actions.module.css'

const tile = (Icon: ComponentType<IconProps>, text: string) => (
  <>
    <Icon size={24} stroke={1.4} aria-hidden="true" />
    {text}
  </>
)

export function QuickActions() {
  const mayCreate = { projects: useMay('projects', 'create'), investors: useMay('investors', 'create') }
  const mayCreateInvestments = useMay('investments', 'create')
  const mayUpload = useMay('documents', 'create')
  const { t } = useTranslation('dashboard')
  const className = classes['tile']
  return (
    <section aria-label={t('quickActions')} className={classes['section']}>
      <Title order={2}>{t('quickActions')}</Title>
      <div className={classes['tiles']}>
        {mayCreate.projects && (
          <ScreenLink to="/projects" search={{ dialog: 'create' }} className={className}>
            {tile(IconBuildingSkyscraper, t('createProject'))}
          </ScreenLink>
        )}
        {mayCreate.investors && (
          <ScreenLink to="/investors" search={{ dialog: 'create' }} className={className}>
            {tile(IconUserPlus, t('addInvestor'))}
          </ScreenLink>
        )}
        {!mayCreateInvestments && (
          <ScreenLink to="/investments" className={className}>
            {tile(IconCoins, t('viewInvestments'))}
          </ScreenLink>
        )}
        {mayUpload && (
          <ScreenLink to="/documents" search={{ dialog: 'create' }} className={className}>
            {tile(IconFileUpload, t('uploadDocuments'))}
          </ScreenLink>
        )}
      </div>
    </section>
  )
}
