import { Button } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#schema/investors.ts'
import type { Row } from '#schema/registry.ts'
import { foldText } from '#web/store/fold-text.ts'
import { moneyKey } from '#web/store/money-key.ts'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { type ListScreenProps, noDialog } from '#web/ui/list-search.ts'
import { Page } from '#web/ui/page.tsx'
import { RecordList } from '#web/records/record-list.tsx'
import { useHeldRow } from '#web/records/use-held-row.ts'
import { useRow } from '#web/records/use-table.ts'
import { DeleteInvestor } from './delete-investor.tsx'
import { investorColumns } from './investor-columns.tsx'
import { investorText } from './investor-text.ts'
import { InvestorItems } from './investor-menu.tsx'

const CreateInvestor = preloadable(() => import('./create-investor.tsx').then((each) => each.CreateInvestor))
const EditInvestor = preloadable(() => import('./edit-investor.tsx').then((each) => each.EditInvestor))
const dialogs = [CreateInvestor.preload, EditInvestor.preload, InvestorItems.preload] as const

type Investor = Row<'investors'>

export interface InvestorsScreenProps extends ListScreenProps {
  readonly onViewInvestments: (investorId: string) => void
  readonly onAddInvestment: (investorId: string) => void
}

const sorts = {
  name: (investor: Investor) => foldText(fullName(investor)),
  email: ({ email }: Investor) => foldText(email),
  phone: ({ phone }: Investor) => phone,
  totalInvested: ({ totalInvested }: Investor) => moneyKey(totalInvested),
}

export function InvestorsScreen({ search, setSearch, onViewInvestments, onAddInvestment }: InvestorsScreenProps) {
  const { t } = useTranslation(['investors', 'fields', 'common'])
  usePreloadWhenIdle(dialogs)
  const { dialog, record } = search
  const investor = useRow('investors', record)
  const edited = useHeldRow('investors', dialog === 'edit' ? record : undefined)
  const close = useCallback(() => setSearch(noDialog), [setSearch])
  const columns = useMemo(
    () =>
      investorColumns(t, {
        viewInvestments: onViewInvestments,
        addInvestment: onAddInvestment,
        edit: (id) => setSearch({ dialog: 'edit', record: id }),
        remove: (id) => setSearch({ dialog: 'delete', record: id }),
      }),
    [t, setSearch, onViewInvestments, onAddInvestment],
  )
  const create = (
    <Button
      leftSection={<IconUserPlus size={18} aria-hidden="true" />}
      onClick={() => setSearch({ dialog: 'create', record: undefined })}
    >
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={create} fill>
      <RecordList
        entity="investors"
        label={t('title')}
        search={search}
        setSearch={setSearch}
        searchHint={t('search')}
        searchText={investorText}
        sorts={sorts}
        columns={columns}
        icon={IconUsers}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        noMatch={t('noMatch')}
      />
      <Dialog opened={dialog === 'create'} title={t('createTitle')} onClose={close} form>
        <CreateInvestor onDone={close} />
      </Dialog>
      <Dialog opened={dialog === 'edit' && edited.row !== undefined} title={t('editTitle')} onClose={close} form>
        {edited.row && <EditInvestor investor={edited.row} gone={edited.gone} onDone={close} />}
      </Dialog>
      {investor && <DeleteInvestor opened={dialog === 'delete'} investor={investor} onDone={close} />}
    </Page>
  )
}
