import { Button } from '@mantine/core'
import { IconCoins, IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { statusClass } from '#schema/enumerations.ts'
import { fullName } from '#schema/investors.ts'
import type { Row } from '#schema/registry.ts'
import { isStaff } from '#schema/viewer.ts'
import { foldText } from '#web/store/fold-text.ts'
import { moneyKey } from '#web/store/money-key.ts'
import { usePreloadWhenIdle } from '#web/ui/preload-when-idle.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { type InvestmentsSearch, type ListScreenProps, noDialog } from '#web/ui/list-search.ts'
import { Page } from '#web/ui/page.tsx'
import { RecordList } from '#web/records/record-list.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useHeldRow } from '#web/records/use-held-row.ts'
import { useRow } from '#web/records/use-table.ts'
import { DeleteInvestment } from './delete-investment.tsx'
import { investmentColumns } from './investment-columns.tsx'
import { investmentText } from './investment-text.ts'
import { OfRecord } from './of-record.tsx'

const Details = preloadable(() => import('./investment-details.tsx').then((each) => each.InvestmentDetails))
const Create = preloadable(() => import('./create-investment.tsx').then((each) => each.CreateInvestment))
const Edit = preloadable(() => import('./edit-investment.tsx').then((each) => each.EditInvestment))
const dialogs = [Details.preload, Create.preload, Edit.preload] as const

type Investment = Row<'investments'>

const sorts = {
  project: {
    via: 'projectId',
    entity: 'projects',
    key: ({ name }: Row<'projects'>) => foldText(name),
    otherwise: ({ projectName }: Investment) => foldText(projectName ?? ''),
  },
  investor: {
    via: 'investorId',
    entity: 'investors',
    key: (investor: Row<'investors'>) => foldText(fullName(investor)),
  },
  amount: ({ amount }: Investment) => moneyKey(amount),
  status: ({ status }: Investment) => statusClass(status),
  investmentDate: ({ investmentDate }: Investment) => investmentDate,
  redemptionDate: ({ redemptionDate }: Investment) => redemptionDate,
} as const

export function InvestmentsScreen({ search, setSearch }: ListScreenProps<InvestmentsSearch>) {
  const { t } = useTranslation(['investments', 'fields', 'common'])
  usePreloadWhenIdle(dialogs)
  const store = useStore()
  const staff = isStaff(store.identity)
  const { dialog, record, projectId, investorId } = search
  const investment = useRow('investments', record)
  const edited = useHeldRow('investments', dialog === 'edit' ? record : undefined)
  const open = useCallback(
    (id: string, as: 'details' | 'edit' | 'delete') => setSearch({ dialog: as, record: id }),
    [setSearch],
  )
  const close = useCallback(() => setSearch(noDialog), [setSearch])
  const columns = useMemo(() => investmentColumns(t, open, staff), [t, open, staff])

  const filter = useMemo(() => {
    if (!projectId && !investorId) return undefined
    return (row: Investment): boolean =>
      (!projectId || row.projectId === projectId) && (!investorId || row.investorId === investorId)
  }, [projectId, investorId])

  const create = staff && (
    <Button
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => setSearch({ dialog: 'create', record: undefined })}
    >
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={staff ? t('subtitle') : t('subtitleInvestor')} actions={create} fill>
      <RecordList
        entity="investments"
        label={t('title')}
        search={search}
        setSearch={setSearch}
        searchHint={t('search')}
        searchText={investmentText()}
        filter={filter}
        sorts={sorts}
        columns={columns}
        icon={IconCoins}
        empty={{ title: t('empty') }}
        noMatch={t('noMatch')}
        toolbar={
          <OfRecord search={search} onShowAll={() => setSearch({ projectId: undefined, investorId: undefined })} />
        }
      />
      <Dialog opened={staff && dialog === 'create'} title={t('createTitle')} onClose={close} form>
        <Create projectId={projectId ?? null} investorId={investorId ?? null} onDone={close} />
      </Dialog>
      <Dialog
        opened={staff && dialog === 'edit' && edited.row !== undefined}
        title={t('editTitle')}
        onClose={close}
        form
      >
        {edited.row && <Edit investment={edited.row} gone={edited.gone} onDone={close} />}
      </Dialog>
      <Dialog opened={dialog === 'details' && investment !== undefined} title={t('detailsTitle')} onClose={close}>
        {investment && (
          <Details
            investment={investment}
            {...(staff
              ? { onEdit: () => open(investment.id, 'edit'), onDelete: () => open(investment.id, 'delete') }
              : {})}
          />
        )}
      </Dialog>
      {staff && investment && <DeleteInvestment opened={dialog === 'delete'} investment={investment} onDone={close} />}
    </Page>
  )
}
