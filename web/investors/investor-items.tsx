import { Menu } from '@mantine/core'
import { IconCirclePlus, IconCoins, IconPencil, IconPhone, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { telephoneLink } from '#web/ui/format/telephone-link.ts'

export interface InvestorActions {
  readonly viewInvestments: (investorId: string) => void
  readonly addInvestment: (investorId: string) => void
  readonly edit: (investorId: string) => void
  readonly remove: (investorId: string) => void
}

export interface InvestorItemsProps {
  readonly investor: Row<'investors'>
  readonly actions: InvestorActions
}

const icon = { size: 18, stroke: 1.6 } as const

export function InvestorItems({ investor: { id, phone }, actions }: InvestorItemsProps) {
  const { t } = useTranslation(['investors', 'common'])
  return (
    <>
      <Menu.Item leftSection={<IconCoins {...icon} />} onClick={() => actions.viewInvestments(id)}>
        {t('viewInvestments')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCirclePlus {...icon} />} onClick={() => actions.addInvestment(id)}>
        {t('addInvestment')}
      </Menu.Item>
      {phone ? (
        <Menu.Item leftSection={<IconPhone {...icon} />} component="a" href={telephoneLink(phone)}>
          {t('call')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconPhone {...icon} />} disabled>
          {t('call')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => actions.edit(id)}>
        {t('common:edit')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => actions.remove(id)}>
        {t('common:delete')}
      </Menu.Item>
    </>
  )
}
