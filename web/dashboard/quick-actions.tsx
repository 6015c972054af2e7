import { Title } from '@mantine/core'
import { IconBuildingSkyscraper, IconCoins, IconFileUpload, type IconProps, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './quick-actions.module.css'

const tile = (Icon: ComponentType<IconProps>, text: string) => (
  <>
    <Icon size={24} stroke={1.4} aria-hidden="true" />
    {text}
  </>
)

export function QuickActions({ staff }: { readonly staff: boolean }) {
  const { t } = useTranslation('dashboard')
  const className = classes['tile']
  return (
    <section aria-label={t('quickActions')} className={classes['section']}>
      <Title order={2}>{t('quickActions')}</Title>
      <div className={classes['tiles']}>
        {staff && (
          <Link to="/projects" search={{ dialog: 'create' }} className={className}>
            {tile(IconBuildingSkyscraper, t('createProject'))}
          </Link>
        )}
        {staff && (
          <Link to="/investors" search={{ dialog: 'create' }} className={className}>
            {tile(IconUserPlus, t('addInvestor'))}
          </Link>
        )}
        {!staff && (
          <Link to="/investments" className={className}>
            {tile(IconCoins, t('viewInvestments'))}
          </Link>
        )}
        <Link to="/documents" className={className}>
          {tile(IconFileUpload, t('uploadDocuments'))}
        </Link>
      </div>
    </section>
  )
}
