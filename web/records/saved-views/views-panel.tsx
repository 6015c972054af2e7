import { Button, Text } from '@mantine/core'
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Name } from '#web/ui/format/name.tsx'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import type { ListedEntity } from '#web/records/names/entity-texts.ts'
import panel from '#web/records/filters/panel.module.css'
import type { Part } from '#web/records/names/part-in-address.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { useSavedViews } from './use-saved-views.ts'
import { addressOfView, searchOfView } from './view-address.ts'
import classes from './views-panel.module.css'

interface ViewsPanelProps {
  readonly list: ListedEntity
  readonly address: string
  readonly go: (list: ListedEntity, search: RecordSearch) => void
  readonly openDialog: (part: Part) => void
  readonly onClose: () => void
}

export function ViewsPanel({ list, address, go, openDialog, onClose }: ViewsPanelProps) {
  const { t } = useTranslation(['savedViews', 'common'])
  const views = useSavedViews(list)
  const closeAndOpen = (part: Part) => () => {
    onClose()
    openDialog(part)
  }
  return (
    <div className={panel['panel']}>
      {views.length === 0 && address === '' && <Text c="dimmed">{t('none')}</Text>}
      {views.length > 0 && (
        <ul className={classes['views']} aria-label={t('saved')}>
          {views.map(({ id, name, address: saved }) => {
            const search = searchOfView(list, saved)
            const isCurrent = addressOfView(search) === address
            const open = () => {
              onClose()
              go(list, search)
            }
            return (
              <li key={id} className={classes['view']}>
                <button type="button" className={classes['name']} aria-current={isCurrent} onClick={open}>
                  <IconCheck size={18} stroke={1.6} aria-hidden="true" data-seen={isCurrent} />
                  <Name>{name}</Name>
                </button>
                <IconButton
                  icon={IconPencil}
                  label={t('rename')}
                  onClick={closeAndOpen({ dialog: 'edit', record: id })}
                />
                <IconButton
                  icon={IconTrash}
                  label={t('common:delete')}
                  onClick={closeAndOpen({ dialog: 'delete', record: id })}
                />
              </li>
            )
          })}
        </ul>
      )}
      <div className={panel['end']}>
        {address === '' ? <span /> : <Button onClick={closeAndOpen({ dialog: 'create' })}>{t('create')}</Button>}
        <Button variant="default" onClick={onClose}>
          {t('common:done')}
        </Button>
      </div>
    </div>
  )
}
